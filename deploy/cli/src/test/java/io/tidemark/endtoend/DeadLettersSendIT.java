package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Executed;
import io.tidemark.run.RunResult;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.StoredSample;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a run could not write, for three reasons, is there after {@code dead-letters --send} with
 * the reasons gone: the database and the topics hold what they would have held without them.
 */
class DeadLettersSendIT {
  private static final int M = 2;
  private static final long START = 1_750_000_000_000L;
  private static final Traffic TRAFFIC = new Traffic(60, 20, START, 60_000);
  private static final String LONG = "v".repeat(40);

  @RegisterExtension static final KafkaAndStore PARTS = new KafkaAndStore();

  @TempDir Path letters;

  @ParameterizedTest
  @ValueSource(strings = {"file", "kafka"})
  void whatWasRefusedIsStoredOnceItsReasonIsGone(String where) throws Exception {
    String name = "send-" + where;
    PARTS.kafka().createTopic(name + "-letters", 1);
    List<byte[]> records = new ArrayList<>(TRAFFIC.influx(70));
    records.add(bytes("long,host=%s value=5 %d000000".formatted(LONG, START)));
    records.add(
        bytes(
            "{\"metric\":{\"__name__\":\"other_format\"},\"values\":[6,7],\"timestamps\":[%d,%d]}"
                .formatted(START, START + 60_000)));
    PARTS.produce(name, 1, records);

    RunResult refusing;
    try (var proxy =
        new FaultProxy(
            PARTS.store().baseUrl(),
            write -> write.mentions("host_17") ? Answer.status(400) : Answer.STORE)) {
      List<String> settings = settings(name, where);
      settings.addAll(
          List.of(
              "source.kafka.format=influx",
              "source.kafka.stop=latest",
              "limits.label-value-bytes=39",
              "target.urls=[" + proxy.url() + "]",
              "parallelism=2"));
      refusing = EmbeddedRun.of(settings);
    }
    assertThat(refusing.samplesDeadLettered()).isEqualTo(20 * M);
    assertThat(refusing.firstRefused())
        .containsOnlyKeys("label-value-too-long", "rejected-http-400", "undecodable")
        .extractingByKey("label-value-too-long")
        .asString()
        .contains(LONG, "limits.label-value-bytes=39");

    List<String> again = settings(name, where);
    again.addAll(
        List.of("source.kafka.format=json-lines", "target.urls=[" + PARTS.store().baseUrl() + "]"));
    String said = send(where, again);

    // host_17 has one letter for each copy, the long line one for all, the other record one.
    assertThat(said.lines().map(String::strip))
        .containsExactly(
            "%d  letters read".formatted(20 * M + 1 + 1),
            "%d  samples sent, copies included".formatted(20 * M + M + 2 * M));
    PARTS.awaitExactly(name, all(name));
    assertThat(PARTS.store().runLabels("{run=\"" + name + "\"}"))
        .containsExactly(refusing.runLabel());
  }

  private String send(String where, List<String> settings) {
    var arguments = new ArrayList<>(List.of("dead-letters", "--send", "--yes"));
    arguments.add(where.equals("kafka") ? "--topic" : letters.toString());
    settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    return Executed.of(arguments).assertCode(0).out();
  }

  private List<String> settings(String name, String where) {
    return PARTS.topic(
        name,
        "source.type=kafka",
        "amplify.m=" + M,
        "target.extra-labels={run: " + name + "}",
        "dead-letter.type=" + where,
        "dead-letter.path=" + letters,
        "dead-letter.topic=" + name + "-letters");
  }

  private static Set<StoredSample> all(String run) {
    Set<StoredSample> all = new HashSet<>(TRAFFIC.amplified(M, 1, Map.of("run", run)));
    var labels = new TreeMap<>(Map.of("__name__", "long_value", "host", LONG, "run", run));
    for (int copy = 0; copy < M; copy++) {
      all.add(new StoredSample(StoredSample.series(labels), START + copy * 30_000L, 5));
    }
    var other = new TreeMap<>(Map.of("__name__", "other_format", "run", run));
    for (int copy = 0; copy < 2 * M; copy++) {
      all.add(new StoredSample(StoredSample.series(other), START + copy * 30_000L, 6 + copy / M));
    }
    return all;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
