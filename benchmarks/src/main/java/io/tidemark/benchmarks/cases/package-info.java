/** What docs/cases.md measures, one command for each. */
package io.tidemark.benchmarks.cases;
