package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.format.Format;
import io.tidemark.format.OddInputs;
import io.tidemark.format.RealImports;
import io.tidemark.run.RunResult;
import io.tidemark.series.Sample;
import io.tidemark.testing.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same odd records posted straight to VictoriaMetrics, and sent through a job. */
class FormatsToVictoriaMetricsIT {
  /** This topic has no format of its own: its records tell. */
  private static final Format TOLD = Format.JSON_LINES;

  @Test
  void readsBackAsVictoriaMetricsOwnImportOfTheSame(@TempDir Path letters) throws Exception {
    Map<Format, List<String>> inputs = OddInputs.byFormat();
    try (var kafka = KafkaBroker.start();
        var imports = new RealImports();
        var store = new RealImports()) {
      var options = new ArrayList<String>();
      for (Map.Entry<Format, List<String>> input : inputs.entrySet()) {
        String topic = input.getKey().slug();
        kafka.createTopic(topic, 1);
        for (String record : input.getValue()) {
          imports.send(input.getKey(), bytes(record));
        }
        produce(kafka, topic, input.getValue());
        if (input.getKey() != TOLD) {
          options.add("source.kafka.formats." + topic + "=" + topic);
        }
      }
      options.addAll(
          List.of(
              "source.type=kafka",
              "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
              "source.kafka.topics=" + inputs.keySet().stream().map(Format::slug).toList(),
              "source.kafka.format=auto",
              "source.kafka.stop=latest",
              "target.urls=[" + store.url() + "]",
              // What the database imports itself has none.
              "target.run-label=false",
              "dead-letter.path=" + letters,
              "parallelism=2"));

      RunResult result = EmbeddedRun.of(options);

      Set<Sample> expected = imports.stored();
      assertThat(expected).hasSizeGreaterThan(70);
      assertThat(store.stored()).isEqualTo(expected);
      assertThat(result.samplesAcked()).isEqualTo(expected.size());
      assertThat(DeadLetterFolder.read(letters))
          .hasSize((int) result.recordsRejected())
          .hasSizeGreaterThan(30);
    }
  }

  private static void produce(KafkaBroker kafka, String topic, List<String> records) {
    try (var producer = kafka.producer(Map.of())) {
      records.forEach(record -> producer.send(new ProducerRecord<>(topic, bytes(record))));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
