package web

import (
	"reflect"
	"strings"

	"ludens/internal/serving"
	"ludens/match"
)

// newOf makes a pointer to a new value of v's type.
func newOf(v any) any { return reflect.New(reflect.TypeOf(v)).Interface() }

type object = serving.Object

// statuses are those of matches, as words.
func statuses() (words []string) {
	for _, st := range match.Statuses() {
		words = append(words, st.String())
	}
	return words
}

// openAPI describes the API by the table that answers it: its rows are the paths, the
// Go types of bodies and answers the schemas.
func (s *Server) openAPI() any {
	schemas := serving.Schemas{Package: "web", Words: map[reflect.Type][]string{reflect.TypeFor[match.Status](): statuses()}}
	problem := schemas.Of(reflect.TypeFor[Problem]())
	paths := map[string]object{}
	for _, rt := range s.routes() {
		at := root + rt.path
		if paths[at] == nil {
			paths[at] = object{}
		}
		parameters := []any{}
		for _, part := range strings.Split(rt.path, "/") {
			if name, ok := strings.CutPrefix(part, "{"); ok {
				parameters = append(parameters, object{"name": strings.TrimSuffix(name, "}"), "in": "path", "required": true, "schema": object{"type": "string"}})
			}
		}
		for _, q := range rt.query {
			name, says, _ := strings.Cut(q, ": ")
			parameters = append(parameters, object{"name": name, "in": "query", "description": says, "schema": object{"type": "string"}})
		}
		media := rt.media
		if media == "" {
			media = "application/json"
		}
		answer := object{}
		if rt.out != nil {
			answer["schema"] = schemas.Of(reflect.TypeOf(rt.out))
		}
		op := object{
			"summary": rt.says, "parameters": parameters,
			"responses": object{
				"200":     object{"description": "Done.", "content": object{media: answer}},
				"default": object{"description": "It could not be done.", "content": object{"application/json": object{"schema": problem}}},
			},
		}
		if rt.in != nil {
			op["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": schemas.Of(reflect.TypeOf(rt.in))}}}
		}
		if rt.method != "GET" {
			security := []any{object{"token": []string{}}}
			if rt.keyed {
				security = append(security, object{"key": []string{}})
			}
			op["security"] = security
		}
		paths[at][strings.ToLower(rt.method)] = op
	}
	return object{
		"openapi": "3.1.0",
		"info":    object{"title": "Ludens game master", "version": "1"},
		"paths":   paths,
		"components": object{
			"schemas": schemas.All(),
			"securitySchemes": object{
				"token": object{"type": "http", "scheme": "bearer", "description": "The server's token, where it has one."},
				"key":   object{"type": "apiKey", "in": "header", "name": keyHeader, "description": "The key of a seat."},
			},
		},
	}
}
