package io.tidemark.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

class RangedKafkaReaderTest {
  /** The text of the first is that of Kafka's CompletedFetch. */
  @Test
  void aBrokenRecordAndARefusedLoginEndTheJob() {
    assertThat(
            List.of(
                new KafkaException("Record batch for partition a-0 at offset 7 is invalid"),
                new SaslAuthenticationException("wrong password"),
                new TopicAuthorizationException("a")))
        .allMatch(RangedKafkaReader::staysSo);
  }

  @Test
  void brokersThatAreAwayDoNot() {
    assertThat(
            List.of(
                new TimeoutException("no answer"),
                new DisconnectException(),
                new LeaderNotAvailableException("a-0"),
                new UnknownTopicOrPartitionException("a"),
                new WakeupException(),
                new InterruptException("cancelled"),
                new IllegalStateException("not of Kafka")))
        .noneMatch(RangedKafkaReader::staysSo);
    Thread.interrupted(); // InterruptException marks the thread that makes it.
  }
}
