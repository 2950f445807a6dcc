/** The benchmarks of docs/cases.md, one command for each. */
package io.tidemark.benchmarks.cases;
