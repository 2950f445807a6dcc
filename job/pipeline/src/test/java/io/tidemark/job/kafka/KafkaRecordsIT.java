package io.tidemark.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.job.JobGraph;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.Kafka;
import io.tidemark.job.config.JobConfig.SourceType;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.source.SourceRuns;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.testing.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Records are lines {@code m,p=PARTITION n=NUMBER}; timestamps are the records' own. */
class KafkaRecordsIT {
  private static final long FIRST_MILLIS = Instant.parse("2026-01-31T00:00:00Z").toEpochMilli();

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static KafkaBroker broker;

  @TempDir Path savepoints;
  private String topic;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
  }

  @BeforeEach
  void nameTopic(TestInfo test) {
    topic = test.getTestMethod().orElseThrow().getName();
  }

  @Test
  void readsToTheLatestAndEndsAlsoWithAnEmptyPartition() throws Exception {
    broker.createTopic(topic, 3);
    produce(0, 0, 50);
    produce(2, 0, 30);
    var expected = concat(samples(0, 0, 50), samples(2, 0, 30));
    for (int parallelism : new int[] {1, 2, 4}) {
      SourceRuns.Run run = start(kafka("earliest", "latest"), parallelism, null);
      assertThat((Long) run.await().getAccumulatorResult("recordsRead")).isEqualTo(80);
      assertThat(SourceRuns.of(run)).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void stopsAndStartsAtInstants() throws Exception {
    broker.createTopic(topic, 2);
    produce(0, 0, 20);
    produce(1, 0, 20);
    String five = Instant.ofEpochMilli(FIRST_MILLIS + 5).toString();
    String twelve = Instant.ofEpochMilli(FIRST_MILLIS + 12).toString();
    SourceRuns.Run run = start(kafka(five, twelve), 2, null);
    run.await();
    assertThat(SourceRuns.of(run))
        .containsExactlyInAnyOrderElementsOf(concat(samples(0, 5, 12), samples(1, 5, 12)));
  }

  @Test
  void readsOnToALaterEndFromASavepointOfARunWithAnEarlierOne() throws Exception {
    broker.createTopic(topic, 3);
    produce(0, 0, 10); // at its end when the savepoint is taken, while partition 1 is not
    produce(1, 0, 3000);
    SourceRuns.Run first = startSlow(kafka("earliest", "latest"), 4);
    first.awaitSamples(200);
    String savepoint = first.stopWithSavepoint(savepoints);
    assertThat(SourceRuns.of(first)).hasSizeLessThan(3010);
    produce(0, 10, 15);
    produce(1, 3000, 3007);
    produce(2, 0, 3);

    SourceRuns.Run second = start(kafka("earliest", "latest"), 3, savepoint);
    Object read = second.await().getAccumulatorResult("recordsRead");
    assertThat(SourceRuns.of(first, second))
        .containsExactlyInAnyOrderElementsOf(
            concat(samples(0, 0, 15), samples(1, 0, 3007), samples(2, 0, 3)));
    assertThat(read).isEqualTo(3025L);
  }

  @Test
  void endsAtOnceWhenRestoredBeyondItsEnd() throws Exception {
    broker.createTopic(topic, 2);
    produce(0, 0, 20);
    SourceRuns.Run endless = start(kafka("earliest", "none"), 2, null);
    endless.awaitSamples(20);
    String savepoint = endless.stopWithSavepoint(savepoints);

    String ten = Instant.ofEpochMilli(FIRST_MILLIS + 10).toString();
    SourceRuns.Run earlier = start(kafka("earliest", ten), 1, savepoint);
    earlier.await();
    assertThat(SourceRuns.of(earlier)).isEmpty();

    SourceRuns.Run same = start(kafka("earliest", "latest"), 3, savepoint);
    same.await();
    assertThat(SourceRuns.of(same)).isEmpty();
  }

  @Test
  void endsOnATailOfTransactionMarkers() throws Exception {
    broker.createTopic(topic, 1);
    try (var producer = broker.producer(Map.of("transactional.id", topic))) {
      producer.initTransactions();
      producer.beginTransaction();
      for (int n = 0; n < 10; n++) {
        producer.send(record(0, n));
      }
      producer.commitTransaction();
      producer.beginTransaction();
      for (int n = 10; n < 15; n++) {
        producer.send(record(0, n));
      }
      producer.flush();
      producer.abortTransaction();
    }
    awaitStable(10 + 1 + 5 + 1);
    SourceRuns.Run committed =
        start(kafka("earliest", "latest", Map.of("isolation.level", "read_committed")), 2, null);
    committed.await();
    assertThat(SourceRuns.of(committed)).containsExactlyInAnyOrderElementsOf(samples(0, 0, 10));

    SourceRuns.Run all = start(kafka("earliest", "latest"), 1, null);
    all.await();
    assertThat(SourceRuns.of(all)).containsExactlyInAnyOrderElementsOf(samples(0, 0, 15));
  }

  /** A transaction's end is acknowledged before its marker is written. */
  private void awaitStable(long offset) {
    var partition = new TopicPartition(topic, 0);
    var committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    try (Admin admin = broker.admin()) {
      await()
          .atMost(Patience.ofSeconds(10))
          .until(
              () ->
                  admin
                          .listOffsets(Map.of(partition, OffsetSpec.latest()), committed)
                          .partitionResult(partition)
                          .get()
                          .offset()
                      == offset);
    }
  }

  @Test
  void doesNotWaitForATransactionThatIsStillOpen() throws Exception {
    broker.createTopic(topic, 1);
    produce(0, 0, 4);
    try (var producer = broker.producer(Map.of("transactional.id", topic))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(record(0, 4));
      producer.flush();
      SourceRuns.Run run =
          start(kafka("earliest", "latest", Map.of("isolation.level", "read_committed")), 1, null);
      run.await();
      assertThat(SourceRuns.of(run)).containsExactlyInAnyOrderElementsOf(samples(0, 0, 4));
      producer.abortTransaction();
    }
  }

  @Test
  void failsWithoutARestartWhenRecordsAreGone() throws Exception {
    broker.createTopic(topic, 1);
    produce(0, 0, 5);
    SourceRuns.Run first = start(kafka("earliest", "none"), 1, null);
    first.awaitSamples(5);
    String savepoint = first.stopWithSavepoint(savepoints);
    produce(0, 5, 20);
    try (var admin = broker.admin()) {
      admin
          .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(15)))
          .all()
          .get();
    }
    SourceRuns.Run second = start(kafka("earliest", "latest"), 1, savepoint);
    assertThatThrownBy(second::await)
        .hasStackTraceContaining("records were deleted from Kafka before they were read")
        .hasStackTraceContaining(topic + "-0");
    assertThat(SourceRuns.of(second)).isEmpty();
  }

  /** Below the savepoint's offset, and above it, where other records have the offsets by now. */
  @Test
  void aTopicThatWasMadeAnewIsNotReadOnFromASavepoint() throws Exception {
    String name = topic;
    for (int records : new int[] {5, 50}) {
      topic = name + records;
      broker.createTopic(topic, 1);
      produce(0, 0, 20);
      SourceRuns.Run first = start(kafka("earliest", "none"), 1, null);
      first.awaitSamples(20);
      String savepoint = first.stopWithSavepoint(savepoints);
      makeTopicAnew();
      produce(0, 0, records);

      for (String stop : List.of("latest", "none")) {
        SourceRuns.Run second = start(kafka("earliest", stop), 1, savepoint);
        assertThatThrownBy(second::await)
            .as("records=%d, stop=%s", records, stop)
            .hasStackTraceContaining("was deleted and made anew since the savepoint")
            .hasStackTraceContaining("source.kafka.topics=" + topic);
      }
    }
  }

  private void makeTopicAnew() throws Exception {
    try (Admin admin = broker.admin()) {
      admin.deleteTopics(List.of(topic)).all().get();
      await()
          .atMost(Patience.ofSeconds(20))
          .until(() -> !admin.listTopics().names().get().contains(topic));
    }
    broker.createTopic(topic, 1);
  }

  /** The coordinator of a later attempt begins after more records have come. */
  @Test
  void whereARunBeginsIsDecidedWhenItsJobIsPutTogether() throws Exception {
    String name = topic;
    String later = Instant.ofEpochMilli(FIRST_MILLIS + 1_000).toString();
    for (String start : List.of("latest", later)) {
      topic = name + start.length();
      broker.createTopic(topic, 2);
      produce(0, 0, 10);
      SourceRuns.Prepared job = SourceRuns.prepared(source(kafka(start, "none")), 2);
      produce(0, 10, 15);
      produce(1, 0, 3);
      SourceRuns.Run run = job.submit();
      run.awaitSamples(8);
      run.stopWithSavepoint(savepoints);
      assertThat(SourceRuns.of(run))
          .as("source.kafka.start=%s", start)
          .containsExactlyInAnyOrderElementsOf(concat(samples(0, 10, 15), samples(1, 0, 3)));
    }
  }

  @Test
  void aTopicThatIsNotNamedAnyMoreWaitsInTheSavepoint() throws Exception {
    String other = topic + "Other";
    broker.createTopic(topic, 1);
    broker.createTopic(other, 1);
    produce(0, 0, 10);
    produce(other, 0, 10);
    SourceRuns.Run both = start(kafka(List.of(topic, other), "none"), 2, null);
    both.awaitSamples(20);
    String savepoint = both.stopWithSavepoint(savepoints);
    produce(0, 10, 15);
    produce(other, 10, 13);

    SourceRuns.Run endless = start(kafka(List.of(topic), "none"), 2, savepoint);
    endless.awaitSamples(5);
    savepoint = endless.stopWithSavepoint(savepoints);
    produce(0, 15, 16);
    SourceRuns.Run bounded = start(kafka(List.of(topic), "latest"), 1, savepoint);
    bounded.await();
    assertThat(SourceRuns.of(endless, bounded))
        .as("of the topic that is named")
        .containsExactlyInAnyOrderElementsOf(samples(0, 10, 16));

    SourceRuns.Run again = start(kafka(List.of(topic, other), "latest"), 3, savepoint);
    again.await();
    assertThat(SourceRuns.of(again))
        .containsExactlyInAnyOrderElementsOf(concat(samples(0, 10, 13), samples(0, 15, 16)));
  }

  @Test
  void readsOnWhereTheGroupCommitted() throws Exception {
    broker.createTopic(topic, 2);
    produce(0, 0, 6);
    SourceRuns.Run first = start(kafka("committed", "latest"), 1, null);
    first.await();
    assertThat(SourceRuns.of(first)).as("nothing was committed").hasSize(6);
    try (var admin = broker.admin()) {
      admin
          .alterConsumerGroupOffsets(
              topic, Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(4)))
          .all()
          .get();
    }
    produce(1, 0, 2);
    SourceRuns.Run run = start(kafka("committed", "latest"), 2, null);
    run.await();
    assertThat(SourceRuns.of(run))
        .containsExactlyInAnyOrderElementsOf(concat(samples(0, 4, 6), samples(1, 0, 2)));
  }

  @Test
  void sendsWhatItCannotReadToDeadLettersWithItsOffset() throws Exception {
    broker.createTopic(topic, 1);
    produce(0, 0, 1);
    try (var producer = broker.producer(Map.of())) {
      producer.send(
          new ProducerRecord<>(topic, 0, null, "broken".getBytes(StandardCharsets.UTF_8)));
      producer.send(new ProducerRecord<>(topic, 0, null, null));
    }
    produce(0, 3, 4);
    SourceRuns.Run run = start(kafka("earliest", "latest"), 1, null);
    var result = run.await();
    assertThat(SourceRuns.of(run))
        .containsExactlyInAnyOrderElementsOf(concat(samples(0, 0, 1), samples(0, 3, 4)));
    assertThat(run.collected().letters())
        .extracting(
            letter ->
                "%s %s %d %s %s"
                    .formatted(
                        letter.origin().equals(topic),
                        letter.partition(),
                        letter.offset(),
                        letter.reason(),
                        new String(letter.original(), StandardCharsets.UTF_8)))
        .containsExactlyInAnyOrder("true 0 1 undecodable broken", "true 0 2 tombstone ");
    assertThat((Long) result.getAccumulatorResult("recordsRejected")).isEqualTo(2);
    assertThat((Long) result.getAccumulatorResult("recordsRead")).isEqualTo(4);
  }

  /** Flink drops no state, and only a topic has some: {@code Preflight} says it in our words. */
  @Test
  void aRunWhoseLettersWentToATopicGoesOnWithATopicOnly() throws Exception {
    broker.createTopic(topic, 1);
    String type = "dead-letter.type=kafka";
    String brokers = "dead-letter.bootstrap-servers=" + broker.bootstrapServers();
    String letters = "dead-letter.topic=" + topic;
    String savepoint =
        SourceRuns.stopWithSavepoint(generated(null, type, brokers, letters), savepoints);

    assertThat(
            SourceRuns.stopWithSavepoint(generated(savepoint, type, brokers, letters), savepoints))
        .isNotNull();
    JobClient another = generated(savepoint, "dead-letter.path=" + savepoints.resolve("letters"));
    assertThatThrownBy(() -> SourceRuns.stopWithSavepoint(another, savepoints))
        .hasStackTraceContaining("Cannot map checkpoint/savepoint state for operator");
  }

  /** The whole job, which a failure ends. */
  private static JobClient generated(String savepoint, String... settings) throws Exception {
    var flink = new Configuration();
    flink.setString("restart-strategy.type", "none");
    if (savepoint != null) {
      flink.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    var env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    var all = new ArrayList<>(List.of(settings));
    all.addAll(List.of("target.type=null", "source.datagen.rate=100", "parallelism=1"));
    JobGraph.build(env, TestConfig.of(all.toArray(String[]::new)));
    return env.executeAsync();
  }

  @Test
  void saysWhatIsWrongBeforeTheJobIsSubmitted() throws Exception {
    assertThatThrownBy(() -> start(kafka("earliest", "none"), 1, null))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.kafka.topics=[" + topic + "]");
    String future = Instant.now().plusSeconds(3600).toString();
    broker.createTopic(topic, 1);
    assertThatThrownBy(() -> start(kafka("earliest", future), 1, null))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("lies in the future");
  }

  @Test
  void saysSoonerThanKafkaThatNoBrokerAnswers() {
    var nowhere =
        new Kafka(
            "127.0.0.1:1",
            List.of("t"),
            "g",
            "earliest",
            "none",
            Format.INFLUX,
            Map.of(),
            Framing.NONE,
            Map.of());
    long begunNanos = System.nanoTime();
    assertThatThrownBy(() -> start(nowhere, 1, null))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.kafka.bootstrap-servers=127.0.0.1:1");
    Duration took = Duration.ofNanos(System.nanoTime() - begunNanos);
    // Kafka's own client tries for a minute.
    MeasuredBound.check(() -> assertThat(took).isLessThan(Duration.ofSeconds(60)));
  }

  private SourceRuns.Run start(Kafka kafka, int parallelism, String savepoint) throws Exception {
    return SourceRuns.start(source(kafka), parallelism, savepoint);
  }

  private SourceRuns.Run startSlow(Kafka kafka, int parallelism) throws Exception {
    return SourceRuns.startSlow(source(kafka), parallelism);
  }

  private static JobConfig.Source source(Kafka kafka) {
    return new JobConfig.Source(
        SourceType.KAFKA, null, kafka, null, new JobConfig.Influx(TimestampUnit.AUTO));
  }

  private Kafka kafka(String start, String stop) {
    return kafka(start, stop, Map.of());
  }

  private Kafka kafka(List<String> topics, String stop) {
    return kafka(topics, "earliest", stop, Map.of());
  }

  private Kafka kafka(String start, String stop, Map<String, String> properties) {
    return kafka(List.of(topic), start, stop, properties);
  }

  private Kafka kafka(
      List<String> topics, String start, String stop, Map<String, String> properties) {
    return new Kafka(
        broker.bootstrapServers(),
        topics,
        topic,
        start,
        stop,
        Format.INFLUX,
        Map.of(),
        Framing.NONE,
        properties);
  }

  private void produce(int partition, int from, int to) {
    try (var producer = broker.producer(Map.of())) {
      for (int n = from; n < to; n++) {
        producer.send(record(partition, n));
      }
    }
  }

  /** To the only partition of another topic, as to partition 0 of the test's own. */
  private void produce(String other, int from, int to) {
    String own = topic;
    topic = other;
    produce(0, from, to);
    topic = own;
  }

  private ProducerRecord<byte[], byte[]> record(int partition, int n) {
    byte[] line = "m,p=%d n=%d".formatted(partition, n).getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(topic, partition, FIRST_MILLIS + n, null, line);
  }

  private static List<Sample> samples(int partition, int from, int to) {
    Labels labels = Labels.of(Map.of("__name__", "m_n", "p", Integer.toString(partition)));
    var samples = new ArrayList<Sample>();
    for (int n = from; n < to; n++) {
      samples.add(new Sample(labels, FIRST_MILLIS + n, n));
    }
    return samples;
  }

  @SafeVarargs
  private static List<Sample> concat(List<Sample>... parts) {
    var all = new ArrayList<Sample>();
    for (List<Sample> part : parts) {
      all.addAll(part);
    }
    return Collections.unmodifiableList(all);
  }
}
