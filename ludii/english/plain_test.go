package english

import "testing"

func TestPlain(t *testing.T) {
	for said, want := range map[string]string{
		`step to a site where the target is empty`:                                              `step to an empty site`,
		`to a site where the owner of the piece on the target is an enemy`:                      `to a site with an enemy's piece`,
		`to a site where the owner of the piece on the target is no friend`:                     `to a site without a piece of the mover's side`,
		`hop over sites where the owner of the piece on the site between is an enemy to a site`: `hop over enemies' pieces to a site`,
		`the owner of the piece on the site of the last move's end is no enemy`:                 `no enemy's piece is on the site of the last move's end`,
		`for each the player in question for whom there is a line`:                              `for each player for whom there is a line`,
		`a hand of 1 places`:   `a hand of 1 place`,
		`11 places and 1 dice`: `11 places and 1 die`,
		`the piece on the target, level the topmost level at the target`:        `the piece on the target, the topmost one`,
		`it is not so that the number of pieces is 1`:                           `it is not so that the number of pieces is 1`,
		`the owner of the piece on what the table has for player 1 is an enemy`: `the owner of the piece on what the table has for player 1 is an enemy`,
		`the site as many steps along the track from place 0 as 1 is empty`:     `the site 1 step along the track from place 0 is empty`,
		`the site as many steps along the track as the number on the die`:       `the site as many steps along the track as the number on the die`,
		`if 3 of the sides are connected, the game is a draw for the mover`:     `if 3 of the sides are connected, the game is a draw`,
		`if the mover are connected`:                                            `if the regions of the mover are connected`,
		`which may for each die: pass`:                                          `which moves so: for each die: pass`,
	} {
		if got := plain(said); got != want {
			t.Errorf("%q is said as %q, want %q", said, got, want)
		}
	}
}
