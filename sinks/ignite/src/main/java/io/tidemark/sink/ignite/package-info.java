/**
 * Apache Ignite 3, written by its Java client. Begin with {@link io.tidemark.sink.ignite.Ignite3}.
 */
package io.tidemark.sink.ignite;
