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

/** Connects the operators that find dead letters to where the letters are stored. */
public final class DeadLetters {
  /** The side output of every operator that may find a dead letter. */
  public static final OutputTag<DeadLetter> TAG =
      new OutputTag<>("dead-letters", TypeInformation.of(DeadLetter.class));

  /** The uid of the operator that writes to a topic, whose state no other operator can restore. */
  public static final String TOPIC_UID = "dead-letters";

  private DeadLetters() {}

  /**
   * Stores the letters of a stream, with the operators {@code dead letters} and, for a topic,
   * {@code letter topic}. A letter is stored at least once; a checkpoint waits until its letters
   * are written.
   *
   * @param own suffix for the operators' uids
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

  /** Returns the client properties for the brokers of the letters' topic. */
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

  /** A class instead of a lambda, because the Kafka sink finds its type by reflection. */
  private static final class AsItIs implements SerializationSchema<byte[]> {
    @Override
    public byte[] serialize(byte[] letter) {
      return letter;
    }
  }
}
