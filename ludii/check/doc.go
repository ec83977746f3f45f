// Package check holds an expanded description against the grammar of ludemes and
// gives it back as a tree of typed terms.
package check
