package io.tidemark.sink.rows;

import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Rows as a database takes them, with the labels of their series; see {@link RowBody}. */
public record RowFormat(RowCode code, Copies copies) implements WireFormat {
  private record Key(long first, long second) {}

  @Override
  public SeriesTemplate template(Labels labels) {
    return new RowTemplate(code, copies, labels);
  }

  @Override
  public PayloadBuilder newPayloadBuilder() {
    return new RowBuilder(code, copies);
  }

  @Override
  public List<Sample> decode(Payload payload) {
    var body = new RowBody(code, payload.body());
    var series = new HashMap<Key, Labels>();
    body.forEachSeries(
        (first, second, check, labels) ->
            series.computeIfAbsent(new Key(first, second), key -> labels.get()));
    var samples = new ArrayList<Sample>(payload.samples());
    body.forEachRow(
        payload.samples(),
        (first, second, timestampMillis, value) ->
            samples.add(new Sample(series.get(new Key(first, second)), timestampMillis, value)));
    return samples;
  }

  @Override
  public Payload encode(List<Sample> samples) {
    int width = code.width();
    int seriesBytes = 0;
    for (Sample sample : samples) {
      seriesBytes += RowBody.seriesBytes(sample.labels().encoded().length, 1, width);
    }
    var out = new RowWriter(code, "", 0, samples.size(), 1, seriesBytes, samples.size());
    var keys = new long[samples.size()][width];
    for (int i = 0; i < keys.length; i++) {
      Labels labels = samples.get(i).labels();
      code.keys(labels, keys[i], 0);
      out.series(labels.encoded(), keys[i], new int[] {RowTemplate.check(labels)}, 0);
    }
    out.beginRows();
    for (int i = 0; i < keys.length; i++) {
      out.row(keys[i], 0, samples.get(i).timestampMillis(), samples.get(i).value());
    }
    return out.payload(samples.size());
  }
}
