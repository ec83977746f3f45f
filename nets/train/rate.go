package train

import (
	"fmt"
	"math"
)

// SetRate replaces Options.Rate from the next step on, for those whose schedule goes by
// something else than steps, such as the time that is left. Warm-up and schedule go on
// with the new rate.
func (l *Learner) SetRate(rate float64) error {
	if !(rate >= 0) || math.IsInf(rate, 0) {
		return fmt.Errorf("train: a rate of %v", rate)
	}
	l.o.Rate = rate
	return nil
}
