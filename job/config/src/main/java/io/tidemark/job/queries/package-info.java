/**
 * The configuration of the queries that readers send beside the writes. Begin with {@link
 * io.tidemark.job.queries.Queries}.
 */
package io.tidemark.job.queries;
