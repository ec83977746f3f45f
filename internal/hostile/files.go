package hostile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
)

// files are contents of files. Every row is given to everybody who opens files of
// others: the import of nets, the store of matches, configurations, records and their
// signatures, keys, kept networks, recorded matches, memos and descriptions.
var files = []Row{
	// Of no kind.
	{Name: "empty", Text: text("")},
	{Name: "a byte", Text: text("\x00")},
	{Name: "a megabyte of zeros", Text: func() string { return strings.Repeat("\x00", 1<<20) }},
	{Name: "a megabyte of ones", Text: func() string { return strings.Repeat("\xff", 1<<20) }},
	{Name: "lines without end", Text: func() string { return strings.Repeat("\n", 1<<20) }},
	{Name: "one line of 8 MiB", Text: func() string { return strings.Repeat("x", 8<<20) }},
	{Name: "commands to a terminal", Text: text("\x1b]0;owned\x07\x1b[2J\u009b31m\u202e")},
	{Name: "a mark of byte order", Text: text("\xef\xbb\xbf{}")},
	{Name: "UTF-16", Text: text("\xff\xfe{\x00}\x00")},
	{Name: "a program", Text: text("#!/bin/sh\necho owned\n")},

	// Nets.
	{Name: "a net's first bytes", Text: text("LUDNET\r\n")},
	{Name: "a net of version 0", Text: text("LUDNET\r\n\x00\x00\x00\x00\x02\x00\x00\x00{}" + strings.Repeat("\x00", 32))},
	{Name: "a net with a header of 4 GiB", Text: text("LUDNET\r\n\x01\x00\x00\x00\xff\xff\xff\xff{}" + strings.Repeat("\x00", 32))},
	{Name: "a net without a spec", Text: net(`{}`, 0)},
	{Name: "a net that names no kind", Text: net(`{"spec":{"kind":"\u001b[2J"}}`, 0)},
	{Name: "a net of 2^27 numbers that are not there", Text: net(`{"spec":{"kind":"mlp","in":{"channels":1024,"height":1,"width":1},"width":1024,"blocks":100,"head":"dense","policy":1000000,"values":2,"hidden":1024}}`, 1000)},
	{Name: "a net of negative sizes", Text: net(`{"spec":{"kind":"residual","in":{"channels":-1,"height":-1,"width":-1},"width":-8,"blocks":-1,"convs":-2,"kernel":-3,"head":"planes","policy":-2,"values":-2,"hidden":-4}}`, 100)},
	{Name: "a net of sizes whose product overflows", Text: net(`{"spec":{"kind":"residual","in":{"channels":4294967296,"height":4294967296,"width":4294967296},"width":2147483647,"blocks":2147483647,"convs":2,"kernel":3,"head":"planes","policy":2147483647,"values":2,"hidden":4}}`, 100)},
	{Name: "a net of sizes in floating point", Text: net(`{"spec":{"kind":"mlp","width":1e300}}`, 0)},
	{Name: "a net with ten thousand fields", Text: net("{"+strings.Repeat(`"steps":1,`, 5000)+`"steps":1}`, 0)},
	{Name: "a net with a deep header", Text: net(strings.Repeat(`{"spec":`, 7000), 0)},

	// Databases.
	{Name: "a database's first bytes", Text: text("SQLite format 3\x00")},
	{Name: "a database's head and nothing", Text: text("SQLite format 3\x00\x10\x00\x02\x02\x00\x40\x20\x20" + strings.Repeat("\x00", 76))},
	{Name: "a database's head and zeros", Text: func() string {
		return "SQLite format 3\x00\x10\x00\x02\x02\x00\x40\x20\x20" + strings.Repeat("\x00", 8168)
	}},
	{Name: "a database's head and ones", Text: func() string {
		return "SQLite format 3\x00\x10\x00\x02\x02\x00\x40\x20\x20" + strings.Repeat("\xff", 8168)
	}},
	{Name: "a database of pages of a byte", Text: func() string {
		return "SQLite format 3\x00\x00\x01\xff\xff\xff\x40\x20\x20" + strings.Repeat("\x01", 4072)
	}},
	{Name: "a database of another schema", Text: func() string {
		return "SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20\x00\x00\x00\x01\x00\x00\x00\x01" + strings.Repeat("\x00", 4064)
	}},

	// Configurations and tournaments: TOML.
	{Name: "a table within tables", Text: func() string { return "[" + strings.Repeat("a.", 50_000) + "a]\nb = 1\n" }},
	{Name: "arrays within arrays", Text: func() string { return "a = " + nested(50_000, "[", "", "]") + "\n" }},
	{Name: "tables in line within each other", Text: func() string { return "a = " + nested(20_000, "{a = ", "1", "}") + "\n" }},
	{Name: "a key of a megabyte", Text: func() string { return strings.Repeat("k", 1<<20-10) + " = 1\n" }},
	{Name: "a hundred thousand keys", Text: func() string {
		var b strings.Builder
		for i := range 80_000 {
			fmt.Fprintf(&b, "k%d = 1\n", i)
		}
		return b.String()
	}},
	{Name: "a key twice", Text: text("port = 1\nport = 2\n")},
	{Name: "a number that is none", Text: text("port = nan\nmemory = inf\n")},
	{Name: "a port of 2^63", Text: text("port = 9223372036854775807\n")},
	{Name: "an option that acts", Text: text("[serve]\nport = \"$(reboot)\"\nnets = \"../../../../etc/passwd\"\n")},
	{Name: "a date for a number", Text: text("port = 1979-05-27T07:32:00Z\n")},
	{Name: "a string without an end", Text: func() string { return `name = """` + strings.Repeat("x", 1<<19) }},
	{Name: "an escape of no character", Text: text("name = \"\\U0011FFFF \\uD800\"\n")},
	{Name: "a number of a megabyte", Text: func() string { return "port = " + strings.Repeat("9", 1<<20-20) + "\n" }},
	{Name: "a number with an exponent of years", Text: text("hours = 1e999999999\n")},
	{Name: "a key of dots", Text: func() string { return strings.Repeat("a.", 200_000) + "a = 1\n" }},
	{Name: "tables of one name", Text: func() string { return strings.Repeat("[[entrant]]\n", 80_000) }},
	{Name: "a table and a value of one name", Text: text("serve = 1\n[serve]\nport = 1\n")},
	{Name: "keys in quotation marks with commands to a terminal", Text: text("\"\\u001b[2J\\u202e\" = 1\n")},
	{Name: "a key of nothing at all", Text: text("\"\" = 1\n[\"\"]\n\"\" = 2\n")},
	{Name: "a tournament of a billion matches", Text: text("name = \"cup\"\ngames = [\"ticTacToe\"]\nclocks = [[1, 1]]\nrounds = 1000000000\n[[entrant]]\nname = \"a\"\nplayer = \"random\"\n[[entrant]]\nname = \"b\"\nplayer = \"legal\"\n")},
	{Name: "a tournament of ten thousand entrants", Text: func() string {
		var b strings.Builder
		b.WriteString("name = \"cup\"\ngames = [\"ticTacToe\"]\nclocks = [[1, 1]]\nrounds = 2\n")
		for i := range 10_000 {
			fmt.Fprintf(&b, "[[entrant]]\nname = \"e%d\"\nplayer = \"random\"\n", i)
		}
		return b.String()
	}},
	{Name: "a tournament with a path for a name", Text: text("name = \"../../../../tmp/x\"\ngames = [\"../../../../etc/passwd\"]\nclocks = [[1, 1]]\n[[entrant]]\nname = \"a\"\nplayer = \"http://127.0.0.1:0\"\n")},
	{Name: "a tournament with clocks of nothing", Text: text("name = \"cup\"\ngames = [\"ticTacToe\"]\nclocks = [[], [0], [-1, -1], [1, 2, 3]]\n")},
	{Name: "a tournament with negative counts", Text: text("name = \"cup\"\ngames = [\"ticTacToe\"]\nclocks = [[1, 1]]\nrounds = -1\nparallel = -9223372036854775808\nthreads = -1\nopening = -1\n[[entrant]]\nname = \"a\"\nplayer = \"random\"\n[[entrant]]\nname = \"a\"\nplayer = \"random\"\n")},

	// Records and keys: JSON.
	{Name: "objects within objects", Text: func() string { return strings.Repeat(`{"a":`, 100_000) }},
	{Name: "lists within lists", Text: func() string { return nested(100_000, "[", "", "]") }},
	{Name: "null", Text: text("null")},
	{Name: "a number", Text: text("-1e999")},
	{Name: "a record of nothing", Text: text("{}")},
	{Name: "a record with a name of commands", Text: text(`{"matchId":"\u001b[2J","isCompleted":true,"states":[],"moves":[]}`)},
	{Name: "a record with a path for a name", Text: text(`{"matchId":"../../../../tmp/x","states":["( )"],"stateTimes":[1],"moves":[]}`)},
	{Name: "a record of moves without states", Text: text(`{"matchId":"m","states":[],"stateTimes":[],"moves":[["a","b"]]}`)},
	{Name: "a record of rows of different lengths", Text: text(`{"matchId":"m","states":["( )","( )","( )"],"stateTimes":[1,2,3],"moves":[["a","b"],["a"]]}`)},
	{Name: "a record of a million empty moves", Text: func() string {
		return `{"matchId":"m","states":["( )"],"stateTimes":[1],"moves":[` + strings.Repeat("[],", 1_000_000) + `[]]}`
	}},
	{Name: "a record with states that are no lists", Text: text(`{"matchId":"m","states":["))((","("],"stateTimes":[1,2],"moves":[["a"]]}`)},
	{Name: "a record with a deep state", Text: func() string {
		return `{"matchId":"m","states":["` + nested(200_000, "(", "", ")") + `"],"stateTimes":[1],"moves":[]}`
	}},
	{Name: "a record from the year -292277022657", Text: text(`{"matchId":"m","startTime":-9223372036854775808,"states":["( )"],"stateTimes":[-9223372036854775808],"moves":[]}`)},
	{Name: "a record with negative clocks", Text: text(`{"matchId":"m","startClock":-1,"playClock":-9223372036854775808,"states":["( )"],"stateTimes":[1],"moves":[]}`)},
	{Name: "a record with goals out of sense", Text: text(`{"matchId":"m","goalValues":[1e3,-1,9223372036854775807],"isCompleted":true,"states":["( )"],"stateTimes":[1],"moves":[]}`)},
	{Name: "a record with a signature of nothing", Text: text(`{"matchId":"m","matchHostPK":"","matchHostSignature":""}`)},
	{Name: "a record with a signature of a megabyte", Text: func() string {
		return `{"matchId":"m","matchHostPK":"` + strings.Repeat("A", 1<<19) + `","matchHostSignature":"` + strings.Repeat("0", 1<<19) + `"}`
	}},
	{Name: "a key of nothing", Text: text(`{"PK":"","SK":""}`)},
	{Name: "a key that is no number", Text: text(`{"version":"0","PK":"0XAAAA","SK":"0X////"}`)},
	{Name: "a key of base 64 that holds no key", Text: text(`{"version":"0","PK":"0MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A","SK":"0MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"}`)},
	{Name: "a key of a megabyte of base 64", Text: func() string {
		return `{"version":"0","PK":"0` + strings.Repeat("A", 1<<19) + `","SK":"0` + strings.Repeat("A", 1<<19-100) + `"}`
	}},
	{Name: "a key with a public half only", Text: text(`{"version":"0","PK":"0MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAL"}`)},
	{Name: "a key with numbers for strings", Text: text(`{"version":0,"PK":1,"SK":[2]}`)},
	{Name: "a key of another version", Text: text(`{"version":"99","PK":"0AA==","SK":"0AA=="}`)},
	{Name: "a key in PEM", Text: text("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n")},
	{Name: "a key in PEM without an end", Text: func() string { return "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("A", 1<<20-40) }},
	{Name: "a key whose names come twice", Text: func() string { return "{" + strings.Repeat(`"SK":"0AA==",`, 50_000) + `"PK":"0AA=="}` }},

	// Archives: a line of JSON for each match and tournament, packed or not.
	{Name: "an archive with a line of neither", Text: text("{\"other\":{}}\n")},
	{Name: "an archive with a match of nothing", Text: text("{\"match\":{}}\n")},
	{Name: "an archive with a match that is null", Text: text("{\"match\":null,\"tournament\":null}\n")},
	{Name: "an archive with both in a line", Text: text("{\"match\":{\"id\":\"m\"},\"tournament\":{\"config\":{\"Name\":\"cup\"}}}\n")},
	{Name: "an archive with a match of a name of commands", Text: text("{\"match\":{\"id\":\"\\u001b[2J\",\"roles\":[\"a\"],\"states\":[[]],\"state_times\":[1]}}\n")},
	{Name: "an archive with states without times", Text: text("{\"match\":{\"id\":\"m\",\"roles\":[\"a\"],\"states\":[[],[]],\"state_times\":[],\"moves\":[[\"x\"]]}}\n")},
	{Name: "an archive with rows of moves of other lengths", Text: text("{\"match\":{\"id\":\"m\",\"roles\":[\"a\",\"b\"],\"states\":[[],[],[]],\"state_times\":[1,2,3],\"moves\":[[\"x\"],[\"x\",\"y\",\"z\"]],\"replies\":[]}}\n")},
	{Name: "an archive with a status that there is not", Text: text("{\"match\":{\"id\":\"m\",\"status\":\"\\u001b]0;x\\u0007\"}}\n")},
	{Name: "an archive with goals for nobody", Text: text("{\"match\":{\"id\":\"m\",\"roles\":[],\"players\":[],\"goals\":[1,2,3],\"states\":[[]],\"state_times\":[1]}}\n")},
	{Name: "an archive with an opening of years", Text: text("{\"match\":{\"id\":\"m\",\"roles\":[\"a\"],\"states\":[[]],\"state_times\":[1],\"opening\":9223372036854775807}}\n")},
	{Name: "an archive with a tournament of nothing", Text: text("{\"tournament\":{}}\n")},
	{Name: "an archive with a tournament of negative seats", Text: text("{\"tournament\":{\"config\":{\"Name\":\"cup\"},\"slots\":[{\"Seats\":[-1,99]}],\"attempts\":[{\"Slot\":-7,\"Match\":\"m\"}]}}\n")},
	{Name: "an archive with a match ten thousand times", Text: func() string {
		return strings.Repeat("{\"match\":{\"id\":\"m\",\"roles\":[\"a\"],\"players\":[{\"name\":\"p\"}],\"states\":[[]],\"state_times\":[1]}}\n", 10_000)
	}},
	{Name: "an archive that breaks off in a line", Text: text("{\"match\":{\"id\":\"m\",\"roles\":[\"a\"")},
	{Name: "a packed archive that breaks off", Text: text("\x28\xb5\x2f\xfd\x04\x00\x41\x00\x00")},
	{Name: "a packed archive of a thousand million blanks", Text: packedBlanks},

	// Trials, as Ludii keeps played games: lines of text.
	{Name: "a trial of nothing", Text: text("game=\n")},
	{Name: "a trial of a million options", Text: func() string {
		return "game=x\nSTART GAME OPTIONS\n" + strings.Repeat("O/x\n", 1_000_000) + "END GAME OPTIONS\n"
	}},
	{Name: "a trial of 300,000 moves", Text: func() string {
		return "game=x\n" + strings.Repeat("Move=[Move:mover=1,from=0,to=1,actions=[Pass:decision=true]]\n", 200_000)
	}},
	{Name: "a trial with a move of a million actions", Text: func() string {
		return "game=x\nMove=[Move:mover=1,from=0,to=1,actions=" + strings.Repeat("[Pass:decision=true],", 150_000) + "]\n"
	}},
	{Name: "a trial with a deep move", Text: func() string { return "game=x\nMove=" + nested(100_000, "[", "", "]") + "\n" }},
	{Name: "a trial of numbers without sense", Text: text("game=x\nnumInitialPlacementMoves=-9223372036854775808\nwinner=99999999999\nrankings=NaN,Inf,-1e999\n")},
	{Name: "a trial whose game is a path of commands", Text: text("game=../../../../etc/passwd\x1b[2J\nMove=[Move:mover=-1,from=-2147483649,to=1,actions=[Move:typeFrom=\u202e]]\n")},
	{Name: "a trial with a random state of a megabyte", Text: func() string { return "game=x\nRNG internal state=" + strings.Repeat("1,", 1<<19) + "\n" }},

	// What is told about games: METADATA, entries of a library, answers to INFO, statuses.
	{Name: "METADATA of a path out of its directory", Text: text(`{"gameName":"x","rulesheet":"../../../../../etc/passwd","roleNames":["a"]}`)},
	{Name: "METADATA of a page that is a program", Text: text(`{"rulesheet":"x.kif","stylesheet":"javascript:alert(1)","description":"\u001b]0;owned\u0007\u202e"}`)},
	{Name: "METADATA with numbers for names", Text: text(`{"rulesheet":1,"gameName":[],"roleNames":{"a":1},"numRoles":-1}`)},
	{Name: "METADATA of a hundred thousand roles", Text: func() string { return `{"rulesheet":"x.kif","roleNames":[` + strings.Repeat(`"r",`, 100_000) + `"r"]}` }},
	{Name: "METADATA that names itself", Text: text(`{"rulesheet":"METADATA"}`)},
	{Name: "an entry of a library of another hash", Text: text(`{"name":"../../x","hash":"../../../../etc/passwd","family":"gdl","source":"\u001b[2J"}`)},
	{Name: "an entry of a library of years", Text: text(`{"name":"x","bytes":-9223372036854775808,"roles":null,"imported":"292277026596-12-04T15:30:08Z"}`)},
	{Name: "a status of a player of strange numbers", Text: text(`{"name":"\u001b[2J","busy":"maybe","match":{"turn":-1,"clock":1e999,"moves":null},"thought":[[[]]]}`)},
	{Name: "a status of a hundred thousand moves", Text: func() string {
		return `{"match":{"moves":[` + strings.Repeat(`{"text":"x","visits":1},`, 100_000) + `{}]}}`
	}},
	{Name: "an answer to INFO for a file", Text: text(`( ( name Ludens ) ( status busy ) ( game ( ( ( ) ) ) ) )`)},
	{Name: "settings with every option twice, in two ways", Text: text("port = 1\nPort = 2\nPORT = 3\n[Serve]\nport = 4\n[serve]\nport = 5\n")},
	{Name: "settings of another program", Text: text("[package]\nname = \"x\"\nversion = \"1\"\n[dependencies]\n\"../..\" = \"*\"\n")},
	{Name: "settings in JSON, 50,000 deep", Text: func() string { return nested(50_000, `{"serve":`, "1", "}") }},
	{Name: "settings in JSON with a key of a megabyte", Text: func() string { return `{"` + strings.Repeat("k", 1<<20-20) + `":1}` }},
	{Name: "settings in JSON with numbers beyond all", Text: text(`{"port":1e400,"memory":-1e400,"hours":99999999999999999999999999}`)},
	{Name: "settings in JSON behind each other", Text: func() string { return strings.Repeat(`{"port":1}`, 50_000) }},
	{Name: "settings with environment in them", Text: text("nets = \"${HOME}/../../etc/shadow\"\nstore = \"~root/x\"\n")},
	{Name: "settings with the ends of lines of an old machine", Text: text("port = 1\rmemory = \"1GiB\"\r[serve]\r")},
	{Name: "a tournament whose opening is every move", Text: text("name = \"cup\"\ngames = [\"ticTacToe\"]\nclocks = [[1, 1]]\nrounds = 1\nopening = 2147483647\n[[entrant]]\nname = \"a\"\nplayer = \"random\"\n[[entrant]]\nname = \"b\"\nplayer = \"random\"\n")},
	{Name: "a tournament of a hundred thousand games", Text: func() string {
		return "name = \"cup\"\nclocks = [[1, 1]]\ngames = [" + strings.Repeat(`"ticTacToe",`, 60_000) + "]\n"
	}},
	{Name: "a tournament of players that are programs", Text: text("name = \"cup\"\ngames = [\"ticTacToe\"]\nclocks = [[1, 1]]\n[[entrant]]\nname = \"a\"\nplayer = \"$(touch /tmp/owned)\"\n[[entrant]]\nname = \"b\"\nplayer = \"mcts:threads=1000000000,bytes=-1\"\n")},

	// Recorded matches and networks.
	{Name: "gzip of a thousand million blanks", Text: zipped(' ')},
	{Name: "gzip of a thousand million lines", Text: zipped('\n')},
	{Name: "gzip within gzip within gzip", Text: func() string {
		s := zipped('[')()
		for range 20 {
			s = gzipped([]byte(s))
		}
		return s
	}},
	{Name: "gzip of nothing", Text: text("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00")},
	{Name: "gzip that breaks off", Text: text("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xed\xc1")},
	{Name: "zstandard of a window of 2^41", Text: text("\x28\xb5\x2f\xfd\x00\xff\x00\x00\x00")},
	{Name: "lines of JSON", Text: func() string { return strings.Repeat("{}\n", 300_000) }},
	{Name: "a line of JSON of 8 MiB", Text: func() string { return `{"a":"` + strings.Repeat("x", 8<<20) + "\"}\n" }},
}

// gzipped packs a text.
func gzipped(text []byte) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text) // a strings.Builder takes all
	_ = z.Close()
	return b.String()
}

// zipped is a thousand million times the same byte in a megabyte of gzip: packed texts may
// stand one behind the other (RFC 1952, 2.2).
func zipped(c byte) func() string {
	return func() string { return strings.Repeat(gzipped(bytes.Repeat([]byte{c}, 1<<20)), 1000) }
}

// packedBlanks is a frame of zstandard whose blocks repeat one byte, 128 KiB in four bytes:
// about 1 GiB of blanks (RFC 8878, 3.1.1.2).
func packedBlanks() string {
	var b strings.Builder
	b.WriteString("\x28\xb5\x2f\xfd\x00\x58") // no sizes, a window of 2 MiB
	const size = 128 << 10
	for range 8192 {
		b.WriteString(string([]byte{size<<3&0xff | 1<<1, size << 3 >> 8 & 0xff, size << 3 >> 16 & 0xff, ' '}))
	}
	b.WriteString("\x01\x00\x00") // the last block, empty
	return b.String()
}

// net is a file of a net with a header and so many bytes behind it; its checksum is
// wrong, which nobody should need to see.
func net(header string, bytes int) func() string {
	n := len(header)
	return text("LUDNET\r\n\x01\x00\x00\x00" + string([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}) + header + strings.Repeat("\x00", bytes+32))
}
