/**
 * The Flink source that reads a fixed range of Kafka topics. Begin with {@code RangedKafkaSource}.
 */
package io.tidemark.job.kafka;
