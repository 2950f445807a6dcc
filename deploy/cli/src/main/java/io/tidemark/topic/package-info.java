/**
 * Fills Kafka topics and captures their records. Begin with {@link Produce} and {@link Capture}.
 */
package io.tidemark.topic;
