package xla

import (
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// low is a logit of what is not in a group: its exponential is nothing.
const low = -1e30

// crossEntropy is the policy's, one number per sample: the softmax is over the logits of a
// group by itself, for groups 1…most, and the groups' losses are added (see nets/train).
func crossEntropy(logits, groups, targets *Node, most int) *Node {
	groups = ConvertDType(groups, dtypes.Int32)
	// What does not exist has no target; its logit must not make 0·∞ of that.
	sum := Neg(ReduceSum(Mul(targets, logits), 1))
	for g := 1; g <= most; g++ {
		in := Equal(groups, ConstAs(groups, int32(g)))
		x := Where(in, logits, MulScalar(OnesLike(logits), low))
		// The largest is taken out before exponentials; it cancels, so no gradient is needed.
		top := StopGradient(ReduceMax(x, 1))
		e := Where(in, Exp(Sub(x, keep(top, 1))), ZerosLike(x))
		mass := ReduceSum(Where(in, targets, ZerosLike(targets)), 1)
		total := ReduceSum(e, 1)
		some := GreaterThan(total, ZerosLike(total))
		log := Add(Log(Where(some, total, OnesLike(total))), top)
		sum = Add(sum, Mul(mass, Where(some, log, ZerosLike(log))))
	}
	return sum
}

// binaryCross is the binary cross-entropy of values as logits, and squared the squared error
// of the values themselves, the means over samples and values.
func binaryCross(x, y *Node) (cross, squared *Node) {
	positive := Where(GreaterThan(x, ZerosLike(x)), x, ZerosLike(x))
	cross = ReduceAllMean(Sub(Add(positive, Log1P(Exp(Neg(Abs(x))))), Mul(x, y)))
	return cross, ReduceAllMean(Square(Sub(Sigmoid(x), y)))
}
