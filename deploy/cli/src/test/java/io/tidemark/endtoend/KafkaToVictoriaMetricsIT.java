package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Executed;
import io.tidemark.process.Patience;
import io.tidemark.run.RunResult;
import io.tidemark.series.Churn;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Labels;
import io.tidemark.testing.StoredSample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the database holds afterwards is what the input, M and N say: the set, not a count. */
class KafkaToVictoriaMetricsIT {
  private static final int PARTITIONS = 3;

  @RegisterExtension static final KafkaAndStore PARTS = new KafkaAndStore();

  @ParameterizedTest
  @CsvSource({
    "remote-write, time, 6, 3",
    "remote-write, series, 1, 1",
    "remote-write, grouped, 20, 2",
    "influx, time, 6, 2",
    "influx, series, 2, 5"
  })
  void storesExactlyTheAmplifiedInput(String format, String layout, int m, int n) {
    var traffic = new Traffic(300, 40, 1_750_000_000_000L, 60_000);
    String run = String.join("-", format, layout, "" + m, "" + n);
    PARTS.produce(
        run, PARTITIONS, format.equals("influx") ? traffic.influx(70) : traffic.remoteWrite(70));

    RunResult result =
        EmbeddedRun.of(
            PARTS.run(
                run,
                "source.kafka.format=" + format,
                "amplify.m=" + m,
                "amplify.n=" + n,
                "amplify.layout=" + layout,
                "write.batch-samples=1000",
                "write.in-flight=3",
                "parallelism=2"));

    long source = traffic.points().size();
    assertThat(result.samplesRead()).isEqualTo(source);
    assertThat(result.samplesAmplified()).isEqualTo(source * m * n);
    assertThat(result.samplesAcked()).isEqualTo(source * m * n);
    assertThat(result.samplesPending()).isZero();
    assertThat(result.recordsRejected()).isZero();
    PARTS.awaitExactly(run, traffic.amplified(m, n, Map.of("run", run)));
  }

  /** Half of the topic at one parallelism; from its savepoint the rest at another. */
  @Test
  void storesExactlyTheSeriesThatReplaceOthers(@TempDir Path folder) throws Exception {
    var traffic = new Traffic(300, 40, 1_750_000_000_000L, 60_000);
    List<byte[]> records = traffic.remoteWrite(70);
    List<String> settings =
        PARTS.topic(
            "churn", "source.type=kafka", "amplify.m=3", "amplify.n=2", "amplify.churn=0.1");
    settings.addAll(PARTS.target("churn"));
    PARTS.produce("churn", PARTITIONS, records.subList(0, records.size() / 2));
    var arguments = new ArrayList<>(List.of("run", "-q", "--yes", "--json", "--duration", "3s"));
    arguments.addAll(List.of("--stop-with-savepoint", folder.toString()));
    arguments.addAll(StoppedCommand.set(settings));
    arguments.addAll(StoppedCommand.set(List.of("parallelism=1")));
    String savepoint = Executed.of(arguments).assertCode(0).json().get("savepoint").asText();
    PARTS.kafka().produce("churn", PARTITIONS, records.subList(records.size() / 2, records.size()));
    var rest = new ArrayList<>(settings);
    rest.addAll(List.of("parallelism=3", "source.kafka.stop=latest"));

    RunResult result = EmbeddedRun.of(rest, Optional.of(savepoint));

    var churn = new Churn(0.1, 60_000, InstanceLabels.of("instance"));
    Set<StoredSample> expected = new HashSet<>();
    for (Traffic.Point point : traffic.points()) {
      Labels source = Labels.of(point.labels());
      long generation = churn.generation(churn.phase(source), point.timestampMillis());
      var labels = new TreeMap<>(churn.replaced(source, generation).toMap());
      var replaced = new Traffic.Point(labels, point.timestampMillis(), point.value());
      traffic.amplify(replaced, 3, 2, Map.of("run", "churn"), expected::add);
    }
    assertThat(result.samplesAcked()).isEqualTo(expected.size());
    // A tenth of them a minute, over 39 minutes.
    assertThat(expected.stream().map(StoredSample::series).distinct().count())
        .isBetween(2 * 300 * 4L, 2 * 300 * 5L);
    PARTS.awaitExactly("churn", expected);
  }

  @Test
  void aRecordThatCanNotBeDecodedBecomesADeadLetterAndTheJobGoesOn(@TempDir Path folder)
      throws Exception {
    var traffic = new Traffic(300, 4, 1_750_000_000_000L, 60_000);
    List<byte[]> records = new ArrayList<>(traffic.remoteWrite(70));
    byte[] garbage = {(byte) 0xFF, 1, 2, 3, 0};
    records.add(PARTITIONS + 1, garbage);
    PARTS.produce("garbage", PARTITIONS, records);

    RunResult result =
        EmbeddedRun.of(PARTS.run("garbage", "dead-letter.path=" + folder, "parallelism=2"));

    assertThat(result.recordsRead()).isEqualTo(records.size());
    assertThat(result.recordsRejected()).isEqualTo(1);
    PARTS.awaitExactly("garbage", traffic.amplified(1, 1, Map.of("run", "garbage")));
    List<JsonNode> letters = DeadLetterFolder.read(folder);
    assertThat(letters).hasSize(1);
    JsonNode letter = letters.get(0);
    assertThat(letter.get("origin").asText()).isEqualTo("garbage");
    assertThat(letter.get("partition").asInt()).isEqualTo(1);
    assertThat(letter.get("offset").asLong()).isEqualTo(1);
    assertThat(letter.get("reason").asText()).isEqualTo("undecodable");
    assertThat(letter.get("original").binaryValue()).isEqualTo(garbage);
  }

  @Test
  void deadLettersCanGoToATopicOfTheSameBrokers() throws Exception {
    PARTS.produce("more-garbage", PARTITIONS, List.of(new byte[] {(byte) 0xFF}));
    PARTS.kafka().createTopic("dead", 1);
    EmbeddedRun.of(
        PARTS.run(
            "more-garbage", "dead-letter.type=kafka", "dead-letter.topic=dead", "parallelism=1"));
    Map<String, Object> client =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            PARTS.kafka().bootstrapServers(),
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest");
    try (var consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(new TopicPartition("dead", 0)));
      var letters = consumer.poll(Patience.ofSeconds(20));
      assertThat(letters.count()).isEqualTo(1);
      JsonNode letter = new ObjectMapper().readTree(letters.iterator().next().value());
      assertThat(letter.get("origin").asText()).isEqualTo("more-garbage");
      assertThat(letter.get("original").binaryValue()).isEqualTo(new byte[] {(byte) 0xFF});
    }
  }
}
