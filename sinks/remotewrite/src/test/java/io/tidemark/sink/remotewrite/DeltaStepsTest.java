package io.tidemark.sink.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Payload after payload of one builder, with what it noted of the ones before. */
class DeltaStepsTest {
  private static final long NOW = 1_750_000_000_000L;
  private static final int PAYLOADS = 300;

  @ParameterizedTest
  @EnumSource(Layout.class)
  void writesTheSameInWhateverOrderSeriesCome(Layout layout) {
    var amplification = new Amplification(2, 2, 60_000, "instance", ValueMode.REPEAT, layout);
    var format = new RemoteWriteFormat(Map.of(), amplification, Compression.SNAPPY);
    var copies = new Copies(amplification, Map.of());
    PayloadBuilder builder = format.newPayloadBuilder();
    var random = new Random(1);
    List<Labels> series = new ArrayList<>(series(random));
    List<SeriesTemplate> templates = new ArrayList<>();
    series.forEach(labels -> templates.add(format.template(labels)));
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      order.add(i);
    }
    for (int payload = 0; payload < PAYLOADS; payload++) {
      if (payload % 10 == 9) {
        Collections.swap(order, random.nextInt(series.size()), random.nextInt(series.size()));
      }
      int from = random.nextInt(series.size() / 2);
      var samples = new ArrayList<Sample>();
      builder.clear();
      for (int i : order.subList(from, from + 1 + random.nextInt(series.size() / 2))) {
        samples.add(new Sample(series.get(i), NOW + payload, i));
        builder.append(templates.get(i), NOW + payload, i);
      }
      assertThat(format.decode(builder.encode(amplification.all())))
          .isEqualTo(copies.of(samples, amplification.all()));
    }
    assertThat(templates)
        .as("notes of a series that came after another")
        .anySatisfy(template -> assertThat(((RemoteWriteTemplate) template).steps).isNotNull());
  }

  /** Some label is the same as the neighbour's, longer, shorter, missing, or of 128 bytes. */
  private static List<Labels> series(Random random) {
    var all = new ArrayList<Labels>();
    var labels = new TreeMap<String, String>();
    while (all.size() < 60) {
      for (int change = random.nextInt(4); change >= 0; change--) {
        String name = "label_" + random.nextInt(8);
        if (random.nextInt(4) == 0) {
          labels.remove(name);
        } else {
          labels.put(name, "v".repeat(1 + random.nextInt(random.nextInt(150) + 1)));
        }
      }
      labels.put("__name__", "m" + random.nextInt(1000));
      all.add(Labels.of(labels));
    }
    return all.stream().distinct().toList();
  }
}
