/** Apache Ignite 3, written by its Java client. Begin with {@link Ignite3}. */
package io.tidemark.sink.ignite;
