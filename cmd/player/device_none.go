//go:build noxla

package main

import (
	"fmt"
	"os"
)

// work is what the helper process for a card says of a program that was built without it.
func work() int {
	fmt.Fprintln(os.Stderr, "this program was built without devices (-tags noxla)")
	return 1
}
