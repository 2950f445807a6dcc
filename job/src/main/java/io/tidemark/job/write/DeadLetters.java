package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import java.net.URI;
import java.nio.file.Path;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.util.OutputTag;

/** Where dead letters go. */
public final class DeadLetters {
  /** The side output of every operator that can find one. */
  public static final OutputTag<DeadLetter> TAG =
      new OutputTag<>("dead-letters", TypeInformation.of(DeadLetter.class));

  private DeadLetters() {}

  /** At least once; a checkpoint waits until its letters are written. */
  public static Sink<DeadLetter> sink(JobConfig job) {
    JobConfig.DeadLetter config = job.deadLetter();
    return switch (config.type()) {
      case FILE -> new DeadLetterFiles(folder(config.path()));
      case KAFKA ->
          KafkaSink.<DeadLetter>builder()
              .setBootstrapServers(config.bootstrapServers())
              .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
              .setRecordSerializer(
                  KafkaRecordSerializationSchema.<DeadLetter>builder()
                      .setTopic(config.topic())
                      .setValueSerializationSchema(DeadLetterJson::encode)
                      .build())
              .build();
    };
  }

  /** A path without a scheme is local, and means the folder the job was submitted from. */
  private static URI folder(String path) {
    URI uri = URI.create(path.replace(" ", "%20"));
    return uri.getScheme() != null ? uri : Path.of(path).toAbsolutePath().toUri();
  }
}
