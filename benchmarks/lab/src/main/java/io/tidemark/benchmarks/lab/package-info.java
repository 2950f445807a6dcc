/** Real set-ups whose limit is measured, and what Tidemark says of them. Begin with {@code Lab}. */
package io.tidemark.benchmarks.lab;
