package english

import "testing"

func TestPlain(t *testing.T) {
	for said, want := range map[string]string{
		`step to a site where the target is empty`:                                                `step to an empty site`,
		`to a site where the owner of the piece on the target is an enemy`:                        `to a site with an enemy's piece`,
		`to a site where it is not so that the owner of the piece on the target is a friend`:      `to a site without a piece of the mover's side`,
		`hop over sites where the owner of the piece on the site between is an enemy to a site`:   `hop over enemies' pieces to a site`,
		`if it is not so that the target is empty`:                                                `if the target is not empty`,
		`it is not so that the owner of the piece on the site of the last move's end is an enemy`: `no enemy's piece is on the site of the last move's end`,
		`for each the player in question for whom there is a line`:                                `for each player for whom there is a line`,
		`a hand of 1 places`:   `a hand of 1 place`,
		`11 places and 1 dice`: `11 places and 1 die`,
		`the piece on the target, level the topmost level at the target`:        `the piece on the target, the topmost one`,
		`it is not so that the number of pieces is 1`:                           `it is not so that the number of pieces is 1`,
		`the owner of the piece on what the table has for player 1 is an enemy`: `the owner of the piece on what the table has for player 1 is an enemy`,
	} {
		if got := plain(said); got != want {
			t.Errorf("%q is said as %q, want %q", said, got, want)
		}
	}
}
