/** Other programs that write the same samples, for comparison. Begin with {@code Replay}. */
package io.tidemark.benchmarks.peer;
