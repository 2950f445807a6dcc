/**
 * The agents that the benchmark of {@code tidemark capture --listen} lets scrape. Begin with {@code
 * Agent}.
 */
package io.tidemark.benchmarks.listen;
