/**
 * Real set-ups whose limit is measured, and Tidemark's verdicts on them. Begin with {@code Lab}.
 */
package io.tidemark.benchmarks.lab;
