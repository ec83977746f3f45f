package heuristic
import ("testing";"context";"fmt";"ludens/catalog")
func TestX(t *testing.T){
 g,_:=catalog.Open(context.Background(),"ludii.Breakthrough",catalog.Options{})
 if g==nil { g,_=catalog.Open(context.Background(),"Breakthrough",catalog.Options{}) }
 fmt.Println(g.Facts().Name, g.Facts().Family)
 w,_:=explore(g)
 fmt.Println(len(w.sums), w.sums[:min(40,len(w.sums))], w.classes, len(w.extras))
}
