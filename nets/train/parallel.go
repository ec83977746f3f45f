package train

import "sync"

// split cuts 0…n-1 into one run for each worker and waits for all of them. The cuts
// depend on workers and n alone, so that sums come out the same every time.
func split(workers, n int, f func(worker, from, to int)) {
	if workers > n {
		workers = n
	}
	if workers <= 1 {
		if n > 0 {
			f(0, 0, n)
		}
		return
	}
	var wait sync.WaitGroup
	for k := 1; k < workers; k++ {
		wait.Go(func() { f(k, n*k/workers, n*(k+1)/workers) })
	}
	f(0, 0, n/workers)
	wait.Wait()
}
