// Package servingtest holds answers of a server against the document that describes them,
// for tests. It knows the schemas of internal/serving and no server.
package servingtest

import (
	"fmt"
	"strings"
)

type object = map[string]any

// Conforms tells where a value is not as a schema says, for the schemas that
// serving.Schemas makes; doc is the OpenAPI document that holds them.
func Conforms(v any, schema, doc object, at string) (out []string) {
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		s, ok := doc["components"].(object)["schemas"].(object)[name].(object)
		if !ok {
			return []string{at + ": no schema " + name}
		}
		return Conforms(v, s, doc, at)
	}
	is := func(ok bool) {
		if !ok {
			out = append(out, fmt.Sprintf("%s: want %v, found %v", at, schema["type"], v))
		}
	}
	switch schema["type"] {
	case "string":
		text, ok := v.(string)
		is(ok)
		if words, some := schema["enum"].([]any); some && ok {
			found := false
			for _, w := range words {
				found = found || w == text
			}
			is(found)
		}
	case "boolean":
		_, ok := v.(bool)
		is(ok)
	case "integer":
		n, ok := v.(float64)
		is(ok && n == float64(int64(n)))
	case "number":
		_, ok := v.(float64)
		is(ok)
	case "array":
		list, ok := v.([]any)
		is(ok)
		for i, e := range list {
			out = append(out, Conforms(e, schema["items"].(object), doc, fmt.Sprintf("%s[%d]", at, i))...)
		}
	case "object":
		o, ok := v.(object)
		is(ok)
		if e, ok := schema["additionalProperties"].(object); ok { // a map
			for name, v := range o {
				out = append(out, Conforms(v, e, doc, at+"."+name)...)
			}
			return out
		}
		properties := schema["properties"].(object)
		for name, e := range o {
			if p, ok := properties[name].(object); ok {
				out = append(out, Conforms(e, p, doc, at+"."+name)...)
			} else {
				out = append(out, at+"."+name+": not in the schema")
			}
		}
		for _, name := range schema["required"].([]any) {
			if _, ok := o[name.(string)]; !ok {
				out = append(out, fmt.Sprintf("%s.%s: missing", at, name))
			}
		}
	}
	return out
}
