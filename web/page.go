package web

import "embed"

// app is the page as bundle makes it.
//
//go:generate go run ./bundle
//go:embed app/dist
var app embed.FS
