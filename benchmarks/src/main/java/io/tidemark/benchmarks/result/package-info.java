/** The results of benchmarks, as files and tables. Begin with {@code ResultFile}. */
package io.tidemark.benchmarks.result;
