package hostile

import (
	"fmt"
	"strings"
)

// What a connection may be answered. Whoever gets neither was left alone, which costs
// a manager its clock.
const (
	wantNil    = `^HTTP/1\.0 200 OK\r\n(?s:.*)\r\n\r\nnil$`
	wantEmpty  = `^HTTP/1\.0 200 OK\r\n(?s:.*)\r\nContent-length: 0\r\n`
	wantAnswer = `^(HTTP/1\.1 100 Continue\r\n\r\n)?HTTP/1\.0 200 OK\r\n(?s:.*)\r\n\r\n\( \( name `
)

const info = "(INFO)"

// posted is a POST with a head of its own.
func posted(head, body string) func() string {
	return text("POST / HTTP/1.0\r\n" + head + "\r\n" + body)
}

// requests are the bytes of one connection each. Whoever sends them closes its side
// behind them.
var requests = []Row{
	// Lines of the request.
	{Name: "no request at all", Want: wantEmpty, Text: text("hello\r\n\r\n")},
	{Name: "a line feed", Want: wantEmpty, Text: text("\n\n")},
	{Name: "a zero byte", Want: wantNil, Text: text("\x00")},
	{Name: "zero bytes", Want: wantNil, Text: func() string { return strings.Repeat("\x00", 1<<20) }},
	{Name: "all bytes", Want: wantNil, Text: func() string {
		b := make([]byte, 256)
		for i := range b {
			b[i] = byte(i)
		}
		return string(b)
	}},
	{Name: "a message without HTTP", Want: wantNil, Text: text(info)},
	{Name: "the beginning of TLS", Want: wantNil, Text: text("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")},
	{Name: "the preface of HTTP/2", Want: wantEmpty, Text: text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")},
	{Name: "a method that is a megabyte long", Want: wantEmpty, Text: func() string { return strings.Repeat("P", 1<<20) + " / HTTP/1.0\r\n\r\n" }},
	{Name: "a method in small letters", Want: wantAnswer, Text: text("post / http/1.0\r\ncontent-length: 6\r\n\r\n" + info)},
	{Name: "a version of the future", Want: wantAnswer, Text: text("POST / HTTP/9.9\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "no target", Want: wantAnswer, Text: text("POST\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "HEAD", Want: wantEmpty, Text: text("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")},
	{Name: "CONNECT", Want: wantEmpty, Text: text("CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n")},
	{Name: "TRACE with a cookie", Want: wantEmpty, Text: text("TRACE / HTTP/1.1\r\nCookie: a=b\r\n\r\n")},
	{Name: "an endless head", Want: wantNil, Text: func() string { return "POST / HTTP/1.0\r\n" + strings.Repeat("A: b\r\n", 2_800_000) }},
	{Name: "a hundred thousand fields", Want: wantAnswer, Text: func() string {
		return "POST / HTTP/1.0\r\n" + strings.Repeat("A: b\r\n", 100_000) + "Content-Length: 6\r\n\r\n" + info
	}},
	{Name: "a field of a megabyte", Want: wantAnswer, Text: func() string {
		return "POST / HTTP/1.0\r\nX: " + strings.Repeat("x", 1<<20) + "\r\nContent-Length: 6\r\n\r\n" + info
	}},
	{Name: "fields without colons", Want: wantAnswer, Text: posted("one\r\ntwo\r\nContent-Length: 6\r\n", info)},
	{Name: "a folded field", Want: wantAnswer, Text: posted("X: a\r\n b\r\nContent-Length: 6\r\n", info)},
	{Name: "carriage returns alone", Want: wantNil, Text: text("POST / HTTP/1.0\rContent-Length: 6\r\r" + info)},
	{Name: "a field that is a command to a terminal", Want: wantAnswer, Text: posted("Sender: \x1b]0;owned\x07\r\nContent-Length: 6\r\n", info)},

	// Lengths.
	{Name: "a negative length", Want: wantAnswer, Text: posted("Content-Length: -1\r\n", info)},
	{Name: "a length of 2^64", Want: wantAnswer, Text: posted("Content-Length: 18446744073709551616\r\n", info)},
	{Name: "a length of 2^63-1", Want: wantNil, Text: posted("Content-Length: 9223372036854775807\r\n", info)},
	{Name: "a length of 16 MiB and one byte", Want: wantNil, Text: posted("Content-Length: 16777217\r\n", info)},
	{Name: "a length that does not come", Want: wantAnswer, Text: posted("Content-Length: 16777216\r\n", info)},
	{Name: "a length in hexadecimal", Want: wantAnswer, Text: posted("Content-Length: 0x6\r\n", info)},
	{Name: "a length with a plus", Want: wantAnswer, Text: posted("Content-Length: +6\r\n", info)},
	{Name: "two lengths", Want: wantAnswer, Text: posted("Content-Length: 6\r\nContent-Length: 600\r\n", info)},
	{Name: "a length of nothing and a message", Want: wantNil, Text: posted("Content-Length: 0\r\n", "")},
	{Name: "a length that cuts the message", Want: wantAnswer, Text: posted("Content-Length: 3\r\n", info)},
	{Name: "no length and nothing", Want: wantNil, Text: posted("", "")},
	{Name: "17 MiB behind a short length", Want: wantNil, Text: func() string {
		return "POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\n(" + strings.Repeat("a ", 8_600_000)
	}},

	// Chunks.
	{Name: "chunks and a length", Want: wantAnswer, Text: posted("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "6\r\n"+info+"\r\n0\r\n\r\n")},
	{Name: "chunks that do not end", Want: wantAnswer, Text: posted("Transfer-Encoding: chunked\r\n", "6\r\n"+info+"\r\n")},
	{Name: "a chunk that says no number", Want: wantNil, Text: posted("Transfer-Encoding: chunked\r\n", "six\r\n"+info+"\r\n0\r\n\r\n")},
	{Name: "a chunk of 2^63", Want: wantNil, Text: posted("Transfer-Encoding: chunked\r\n", "8000000000000000\r\n((((")},
	{Name: "a chunk of 2^64", Want: wantNil, Text: posted("Transfer-Encoding: chunked\r\n", "10000000000000000\r\n((((")},
	{Name: "a negative chunk", Want: wantNil, Text: posted("Transfer-Encoding: chunked\r\n", "-6\r\n"+info)},
	{Name: "a chunk with an extension of a megabyte", Want: wantNil, Text: func() string {
		return "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n6;" + strings.Repeat("x", 1<<20) + "\r\n" + info + "\r\n0\r\n\r\n"
	}},
	{Name: "chunks of a byte", Want: wantAnswer, Text: func() string {
		var b strings.Builder
		b.WriteString("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
		for _, c := range strings.Repeat(" ", 200) + info {
			fmt.Fprintf(&b, "1\r\n%c\r\n", c)
		}
		return b.String() + "0\r\n\r\n"
	}},
	{Name: "16 MiB in small chunks", Want: wantNil, Text: func() string {
		return "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("7f0\r\n"+strings.Repeat("(", 0x7f0)+"\r\n", 8300)
	}},
	{Name: "chunks with a trailer", Want: wantAnswer, Text: posted("Transfer-Encoding: chunked\r\n", "6\r\n"+info+"\r\n0\r\nX: y\r\n\r\n")},
	{Name: "a coding that nobody knows", Want: wantNil, Text: posted("Transfer-Encoding: gzip\r\n", "\x1f\x8b\x08")},

	// GET, and what follows.
	{Name: "GET with half an escape", Want: wantNil, Text: text("GET /%2 HTTP/1.0\r\n\r\n")},
	{Name: "GET of a megabyte of escapes", Want: wantNil, Text: func() string { return "GET /" + strings.Repeat("%28", 350_000) + " HTTP/1.0\r\n\r\n" }},
	{Name: "GET of 17 MiB", Want: wantNil, Text: func() string { return "GET /" + strings.Repeat("a", 17_000_000) + " HTTP/1.0\r\n\r\n" }},
	{Name: "GET with line feeds", Want: wantNil, Text: text("GET /%28INFO%0a%0d%0a HTTP/1.0\r\n\r\n")},
	{Name: "GET of a path", Want: wantNil, Text: text("GET /../../etc/passwd HTTP/1.0\r\n\r\n")},
	{Name: "two requests on one connection", Want: wantAnswer, Text: text("POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\n" + info + "POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "a request within a request", Want: wantNil, Text: posted("Content-Length: 30\r\n", "POST / HTTP/1.0\r\n\r\n(INFO) (")},
	{Name: "Expect and nothing", Want: `nil$`, Text: posted("Expect: 100-continue\r\nContent-Length: 6\r\n", "")},
	{Name: "Expect something else", Want: wantAnswer, Text: posted("Expect: the worst\r\nContent-Length: 6\r\n", info)},
	{Name: "an upgrade to WebSocket", Want: wantNil, Text: text("GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n")},
	{Name: "a message in UTF-16", Want: wantNil, Text: posted("Content-Length: 14\r\n", "\xff\xfe(\x00I\x00N\x00F\x00O\x00)\x00")},
	{Name: "a mark of byte order", Want: wantNil, Text: posted("", "\xef\xbb\xbf"+info)},

	// What other readers of HTTP were led astray by.
	{Name: "lines that end in line feeds alone", Want: wantAnswer, Text: text("POST / HTTP/1.0\nContent-Length: 6\n\n" + info)},
	{Name: "a blank before the colon", Want: wantAnswer, Text: posted("Content-Length : 6\r\n", info)},
	{Name: "a length with blanks around", Want: wantAnswer, Text: posted("Content-Length: \t 6 \t\r\n", info)},
	{Name: "a list of lengths", Want: wantAnswer, Text: posted("Content-Length: 6, 6\r\n", info)},
	{Name: "a length of a million digits", Want: wantAnswer, Text: func() string {
		return "POST / HTTP/1.0\r\nContent-Length: " + strings.Repeat("0", 1_000_000) + "6\r\n\r\n" + info
	}},
	{Name: "a length in Arabic digits", Want: wantAnswer, Text: posted("Content-Length: \u0666\r\n", info)},
	{Name: "a zero byte in a field's name", Want: wantAnswer, Text: posted("X\x00Y: z\r\nContent-Length: 6\r\n", info)},
	{Name: "a carriage return within a field", Want: wantAnswer, Text: posted("X: a\rContent-Length: 3\r\nContent-Length: 6\r\n", info)},
	{Name: "fields of nothing but colons", Want: wantAnswer, Text: posted(strings.Repeat(":\r\n", 1000)+"Content-Length: 6\r\n", info)},
	{Name: "a hundred thousand lengths", Want: wantAnswer, Text: func() string {
		return "POST / HTTP/1.0\r\n" + strings.Repeat("Content-Length: 6\r\n", 100_000) + "\r\n" + info
	}},
	{Name: "a target with a host", Want: wantAnswer, Text: text("POST http://example.org:80/path HTTP/1.1\r\nHost: example.org\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "a target of commands to a terminal", Want: wantAnswer, Text: text("POST /\x1b]0;owned\x07 HTTP/1.0\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "a hundred thousand empty lines before", Want: ".", Text: func() string {
		return strings.Repeat("\r\n", 100_000) + "POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n" + info
	}},
	{Name: "blanks between the words of the first line", Want: ".", Text: text("POST \t  /   HTTP/1.0\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "OPTIONS with a body", Want: wantEmpty, Text: text("OPTIONS * HTTP/1.1\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "GET with a body", Want: wantNil, Text: text("GET / HTTP/1.1\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "GET with overlong UTF-8", Want: wantNil, Text: text("GET /%c0%a8INFO%c0%a9 HTTP/1.0\r\n\r\n")},
	{Name: "GET with escapes of escapes", Want: wantNil, Text: text("GET /%2528INFO%2529 HTTP/1.0\r\n\r\n")},
	{Name: "GET with zero bytes", Want: ".", Text: text("GET /%00%28INFO%29%00 HTTP/1.0\r\n\r\n")},
	{Name: "GET with plus signs", Want: ".", Text: text("GET /(INFO+) HTTP/1.0\r\n\r\n")},
	{Name: "chunked twice", Want: ".", Text: posted("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "6\r\n"+info+"\r\n0\r\n\r\n")},
	{Name: "chunked among others", Want: ".", Text: posted("Transfer-Encoding: identity, gzip, chunked\r\n", "6\r\n"+info+"\r\n0\r\n\r\n")},
	{Name: "chunked with letters of both cases", Want: wantAnswer, Text: posted("tRANSFER-eNCODING: cHUNKED\r\n", "6\r\n"+info+"\r\n0\r\n\r\n")},
	{Name: "a chunk with a million zeros before its length", Want: ".", Text: func() string {
		return "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("0", 1_000_000) + "6\r\n" + info + "\r\n0\r\n\r\n"
	}},
	{Name: "chunks whose lines end in line feeds", Want: ".", Text: posted("Transfer-Encoding: chunked\r\n", "6\n"+info+"\n0\n\n")},
	{Name: "a chunk that is longer than it says", Want: ".", Text: posted("Transfer-Encoding: chunked\r\n", "3\r\n"+info+"\r\n0\r\n\r\n")},
	{Name: "a megabyte of trailers", Want: wantAnswer, Text: func() string {
		return "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n" + info + "\r\n0\r\n" + strings.Repeat("X: y\r\n", 150_000) + "\r\n"
	}},
	{Name: "a form of many parts", Want: wantNil, Text: posted("Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 60\r\n", "--x\r\nContent-Disposition: form-data; name=\"m\"\r\n\r\nx\r\n--x--")},
	{Name: "a body packed by gzip", Want: wantNil, Text: posted("Content-Encoding: gzip\r\nContent-Length: 20\r\n", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00")},
	{Name: "ten thousand requests on one connection", Want: wantAnswer, Text: func() string {
		return strings.Repeat("POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\n"+info, 10_000)
	}},

	// What hides a message in a message.
	{Name: "a length and chunks that hide a START", Want: ".", Text: posted("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\nPOST / HTTP/1.0\r\nContent-Length: 9\r\n\r\n(ABORT m)")},
	{Name: "chunked behind a vertical tab", Want: ".", Text: posted("Transfer-Encoding: \x0bchunked\r\nContent-Length: 6\r\n", info)},
	{Name: "chunked in quotation marks", Want: ".", Text: posted("Transfer-Encoding: \"chunked\"\r\nContent-Length: 6\r\n", info)},
	{Name: "a coding in the trailer", Want: ".", Text: posted("Transfer-Encoding: chunked\r\n", "6\r\n"+info+"\r\n0\r\nTransfer-Encoding: chunked\r\nContent-Length: 999\r\n\r\n")},
	{Name: "a length with an underscore", Want: wantAnswer, Text: posted("Content_Length: 600\r\nContent-Length: 6\r\n", info)},
	{Name: "a folded length", Want: ".", Text: posted("Content-Length:\r\n 6\r\n", info)},
	{Name: "a length by a minus of zero", Want: ".", Text: posted("Content-Length: -0\r\n", info)},
	{Name: "a length with a fraction", Want: wantAnswer, Text: posted("Content-Length: 6.0\r\n", info)},
	{Name: "chunks of no bytes and a length", Want: ".", Text: posted("Transfer-Encoding: chunked\r\n", strings.Repeat("0\r\n\r\n", 1000)+info)},
	{Name: "a chunk whose length has a minus of zero", Want: ".", Text: posted("Transfer-Encoding: chunked\r\n", "-0\r\n\r\n")},
	{Name: "a chunk whose length is hexadecimal by name", Want: ".", Text: posted("Transfer-Encoding: chunked\r\n", "0x6\r\n"+info+"\r\n0\r\n\r\n")},
	{Name: "a chunk of nothing but its extension", Want: ".", Text: posted("Transfer-Encoding: chunked\r\n", ";a=b\r\n"+info+"\r\n0\r\n\r\n")},
	{Name: "a million chunks of a byte", Want: ".", Text: func() string {
		return "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("1\r\n(\r\n", 1_000_000) + "0\r\n\r\n"
	}},
	{Name: "a megabyte of one field folded over lines", Want: ".", Text: func() string {
		return "POST / HTTP/1.0\r\nX: a\r\n" + strings.Repeat(" b\r\n", 250_000) + "Content-Length: 6\r\n\r\n" + info
	}},
	{Name: "an answer for a request", Want: ".", Text: text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "the beginning of SSH", Want: ".", Text: text("SSH-2.0-OpenSSH_9.6\r\n")},
	{Name: "a mail", Want: ".", Text: text("EHLO example.org\r\nMAIL FROM:<a@b>\r\nDATA\r\n.\r\nQUIT\r\n")},
	{Name: "a question to a proxy", Want: ".", Text: text("PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nPOST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "frames of HTTP/2 behind its preface", Want: ".", Text: func() string {
		return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + strings.Repeat("\x00\x00\x00\x04\x01\x00\x00\x00\x00", 10_000)
	}},
	{Name: "broken UTF-8 in every part", Want: ".", Text: text("PO\xffST /\xc0\xaf HTTP/1.0\r\n\xfe: \xed\xa0\x80\r\nContent-Length: 6\r\n\r\n" + info)},
	{Name: "GET that is half a surrogate", Want: ".", Text: text("GET /%ed%a0%80%28INFO%29 HTTP/1.0\r\n\r\n")},
	{Name: "GET with a question and a fragment", Want: ".", Text: text("GET /(INFO)?a=(ABORT%20m)#(STOP) HTTP/1.0\r\n\r\n")},
}
