package serving

import (
	"encoding"
	"reflect"
	"strings"
)

// Object is a JSON object.
type Object = map[string]any

// Schemas are the types of an API as OpenAPI wants them, by name. The zero value has
// none, and names every type with its package.
type Schemas struct {
	// Package is the package whose types are named without it.
	Package string
	// Words are the values of types that are written as one of some words.
	Words map[reflect.Type][]string

	all Object
}

// All are the schemas of the structs that Of has met.
func (s *Schemas) All() Object {
	if s.all == nil {
		s.all = Object{}
	}
	return s.all
}

var writesText = reflect.TypeFor[encoding.TextMarshaler]()

// Of gives the schema of a type; structs are put into All, and referred to.
func (s *Schemas) Of(t reflect.Type) any {
	if words, ok := s.Words[t]; ok {
		return Object{"type": "string", "enum": words}
	}
	if t.Implements(writesText) {
		return Object{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return Object{"type": "boolean"}
	case reflect.String:
		return Object{"type": "string"}
	case reflect.Float32, reflect.Float64:
		return Object{"type": "number"}
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint64:
		return Object{"type": "integer"}
	case reflect.Slice:
		return Object{"type": "array", "items": s.Of(t.Elem())}
	case reflect.Map:
		return Object{"type": "object", "additionalProperties": s.Of(t.Elem())}
	case reflect.Pointer:
		return s.Of(t.Elem())
	case reflect.Struct:
		name := strings.TrimPrefix(t.String(), s.Package+".")
		if all := s.All(); all[name] == nil {
			properties, required := Object{}, []string{}
			all[name] = Object{} // a type may speak of itself
			s.fields(t, properties, &required)
			all[name] = Object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
		}
		return Object{"$ref": "#/components/schemas/" + name}
	}
	return Object{}
}

func (s *Schemas) fields(t reflect.Type, properties Object, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			s.fields(f.Type, properties, required)
			continue
		}
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		if strings.Contains(opts, "string") {
			properties[name] = Object{"type": "string"}
		} else {
			properties[name] = s.Of(f.Type)
		}
		if !strings.Contains(opts, "omitempty") {
			*required = append(*required, name)
		}
	}
}
