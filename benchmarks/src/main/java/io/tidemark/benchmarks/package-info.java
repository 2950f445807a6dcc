/** The benchmarks, one command for each. Begin with {@code Main}. */
package io.tidemark.benchmarks;
