/**
 * The agents for the benchmark of {@code tidemark capture --listen}, and what they scrape. Begin
 * with {@code Agent}.
 */
package io.tidemark.benchmarks.listen;
