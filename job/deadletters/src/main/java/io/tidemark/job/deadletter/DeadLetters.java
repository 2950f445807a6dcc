package io.tidemark.job.deadletter;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.kafka.KafkaProperties;
import java.util.Properties;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;
import org.apache.kafka.clients.CommonClientConfigs;

/** Where dead letters go. */
public final class DeadLetters {
  /** The side output of every operator that can find one. */
  public static final OutputTag<DeadLetter> TAG =
      new OutputTag<>("dead-letters", TypeInformation.of(DeadLetter.class));

  /** Of the operator that writes to a topic, and keeps state that no other can take. */
  public static final String TOPIC_UID = "dead-letters";

  private DeadLetters() {}

  /**
   * Ends the stream of all letters, in operators {@code dead letters} and, of a topic, {@code
   * letter topic}. At least once; a checkpoint waits until its letters are written.
   *
   * @param own what follows the operators' uids
   */
  public static void keep(DataStream<DeadLetter> letters, JobConfig job, String own) {
    SingleOutputStreamOperator<byte[]> kept =
        letters
            .transform(
                "dead letters",
                PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
                new LetterKeeper(job.deadLetter()))
            .uid("letters" + own)
            .setParallelism(1);
    if (job.deadLetter().type() == JobConfig.DeadLetterType.KAFKA) {
      kept.sinkTo(topic(job)).name("letter topic").uid(TOPIC_UID + own).setParallelism(1);
    }
  }

  /** What reaches the brokers of its topic. */
  static Properties client(JobConfig job) {
    var client = new Properties();
    if (job.deadLetter().bootstrapServers().isEmpty()) {
      client.putAll(KafkaProperties.connection(job.source().kafka(), System.getenv()));
    } else {
      client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, job.deadLetter().bootstrapServers());
    }
    return client;
  }

  private static Sink<byte[]> topic(JobConfig job) {
    return KafkaSink.<byte[]>builder()
        .setKafkaProducerConfig(client(job))
        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
        .setRecordSerializer(
            KafkaRecordSerializationSchema.<byte[]>builder()
                .setTopic(job.deadLetter().topic())
                .setValueSerializationSchema(new AsItIs())
                .build())
        .build();
  }

  /** A class and not a lambda, because the Kafka sink reflects on its type. */
  private static final class AsItIs implements SerializationSchema<byte[]> {
    @Override
    public byte[] serialize(byte[] letter) {
      return letter;
    }
  }
}
