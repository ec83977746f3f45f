package web

import (
	"encoding"
	"reflect"
	"strings"

	"ludens/match"
)

// newOf makes a pointer to a new value of v's type.
func newOf(v any) any { return reflect.New(reflect.TypeOf(v)).Interface() }

// object is a JSON object.
type object = map[string]any

// openAPI describes the API by the table that answers it: its rows are the paths, the
// Go types of bodies and answers the schemas.
func (s *Server) openAPI() any {
	schemas := object{}
	problem := schemaOf(reflect.TypeFor[Problem](), schemas)
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
			answer["schema"] = schemaOf(reflect.TypeOf(rt.out), schemas)
		}
		op := object{
			"summary": rt.says, "parameters": parameters,
			"responses": object{
				"200":     object{"description": "Done.", "content": object{media: answer}},
				"default": object{"description": "It could not be done.", "content": object{"application/json": object{"schema": problem}}},
			},
		}
		if rt.in != nil {
			op["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": schemaOf(reflect.TypeOf(rt.in), schemas)}}}
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
			"schemas": schemas,
			"securitySchemes": object{
				"token": object{"type": "http", "scheme": "bearer", "description": "The server's token, where it has one."},
				"key":   object{"type": "apiKey", "in": "header", "name": keyHeader, "description": "The key of a seat."},
			},
		},
	}
}

var (
	writesText = reflect.TypeFor[encoding.TextMarshaler]()
	statusType = reflect.TypeFor[match.Status]()
)

// schemaOf gives the schema of a type; structs are put into all, and referred to.
func schemaOf(t reflect.Type, all object) any {
	switch {
	case t == statusType:
		var words []string
		for st := match.Running; st <= match.Faulted; st++ {
			words = append(words, st.String())
		}
		return object{"type": "string", "enum": words}
	case t.Implements(writesText):
		return object{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint64:
		return object{"type": "integer"}
	case reflect.Slice:
		return object{"type": "array", "items": schemaOf(t.Elem(), all)}
	case reflect.Pointer:
		return schemaOf(t.Elem(), all)
	case reflect.Struct:
		name := strings.TrimPrefix(t.String(), "web.") // with its package, where that is another
		if _, ok := all[name]; !ok {
			all[name] = nil // a type may speak of itself
			properties, required := object{}, []string{}
			fields(t, all, properties, &required)
			all[name] = object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
		}
		return object{"$ref": "#/components/schemas/" + name}
	}
	return object{}
}

func fields(t reflect.Type, all, properties object, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			fields(f.Type, all, properties, required)
			continue
		}
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		if strings.Contains(opts, "string") {
			properties[name] = object{"type": "string"}
		} else {
			properties[name] = schemaOf(f.Type, all)
		}
		if !strings.Contains(opts, "omitempty") {
			*required = append(*required, name)
		}
	}
}
