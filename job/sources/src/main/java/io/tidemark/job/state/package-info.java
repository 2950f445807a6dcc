/**
 * The state that operators keep in savepoints, and its serializers. Begin with {@link
 * io.tidemark.job.state.ExactTotals}.
 */
package io.tidemark.job.state;
