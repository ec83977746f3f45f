package lower

import (
	"math"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Float functions.

func init() {
	for name, op := range map[string]func(a, b float64) float64{
		"+": func(a, b float64) float64 { return a + b }, "-": func(a, b float64) float64 { return a - b },
		"*": func(a, b float64) float64 { return a * b }, "/": func(a, b float64) float64 { return a / b },
		"^": math.Pow, "max": math.Max, "min": math.Min,
	} {
		floatForms["float."+name] = func(l *lowerer, t *check.Term) exec.FloatFn {
			a, b := l.float(t.Arg("a")), l.float(t.Arg("b"))
			return func(c *ctx) float64 { return op(a(c), b(c)) }
		}
		if name == "-" || name == "/" || name == "^" {
			continue
		}
		floatForms["float."+name+"#list"] = func(l *lowerer, t *check.Term) exec.FloatFn {
			var items []exec.FloatFn
			for _, it := range t.Arg("items").Items {
				items = append(items, l.float(it))
			}
			if len(items) == 0 {
				l.refuse(t, CodeMeaning, "an empty list of numbers")
				return func(*ctx) float64 { return 0 }
			}
			return func(c *ctx) float64 {
				x := items[0](c)
				for _, f := range items[1:] {
					x = op(x, f(c))
				}
				return x
			}
		}
	}
	for name, op := range map[string]func(a float64) float64{
		"float.abs": math.Abs, "cos": math.Cos, "exp": math.Exp, "log": math.Log, "log10": math.Log10,
		"sin": math.Sin, "sqrt": math.Sqrt, "tan": math.Tan,
	} {
		floatForms[name] = func(l *lowerer, t *check.Term) exec.FloatFn {
			a := l.float(t.Arg("a"))
			return func(c *ctx) float64 { return op(a(c)) }
		}
	}
	floatForms["toFloat"] = func(l *lowerer, t *check.Term) exec.FloatFn {
		v := t.Arg("value")
		if v.Sort == check.Bool {
			b := l.bool(v)
			return func(c *ctx) float64 {
				if b.Fn(c) {
					return 1
				}
				return 0
			}
		}
		n := l.int(v)
		return func(c *ctx) float64 { return float64(n.Fn(c)) }
	}
}
