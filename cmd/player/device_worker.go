//go:build !noxla

package main

import "ludens/nets/device/worker"

// work is what the helper process for a card does.
func work() int { return worker.Main() }
