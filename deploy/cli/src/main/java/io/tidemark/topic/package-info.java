/**
 * Fills Kafka topics and captures their records. Begin with {@link io.tidemark.topic.Produce} and
 * {@link io.tidemark.topic.Capture}.
 */
package io.tidemark.topic;
