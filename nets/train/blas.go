package train

import (
	"ludens/nets/kernel"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"gorgonia.org/gorgonia"
)

// BLAS is gonum's, with the product of float32 matrices by nets/kernel (gonum's is
// ten times slower). It is gorgonia's BLAS in this process from the first Learner on;
// our own operations call the kernel themselves.
type BLAS struct {
	gonum.Implementation
	level kernel.Level
}

var _ gorgonia.BLAS = BLAS{}

// Sgemm is C = alpha·op(A)·op(B) + beta·C, row by row, with m×n results.
func (b BLAS) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, x []float32, ldx int, beta float32, c []float32, ldc int) {
	if m == 0 || n == 0 {
		return
	}
	kernel.Gemm(b.level, tA != blas.NoTrans, tB != blas.NoTrans, m, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
}
