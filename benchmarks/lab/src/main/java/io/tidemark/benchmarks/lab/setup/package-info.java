/**
 * The families of set-ups, and the set-ups made of them. Begin with {@code Catalogue} and {@code
 * Setup}.
 */
package io.tidemark.benchmarks.lab.setup;
