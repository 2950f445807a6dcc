/** The stages of the main use case, replayed at a third of its size. Begin with {@code Stage}. */
package io.tidemark.benchmarks.story;
