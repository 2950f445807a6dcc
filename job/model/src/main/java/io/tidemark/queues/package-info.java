/**
 * Service demands: the time that each request takes of every resource, and the throughput that
 * follows from them. Pure. Begin with {@link Demands}.
 */
package io.tidemark.queues;
