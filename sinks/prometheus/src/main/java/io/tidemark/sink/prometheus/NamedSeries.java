package io.tidemark.sink.prometheus;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import java.util.List;

/** Refuses series without a name: Prometheus drops them, and says that it took them. */
record NamedSeries(WireFormat format) implements WireFormat {
  @Override
  public String refuse(Labels labels) {
    for (LabelCursor label = labels.cursor(); label.next(); ) {
      if (label.name().equals("__name__")) {
        return format.refuse(labels);
      }
    }
    return "no-metric-name";
  }

  @Override
  public SeriesTemplate template(Labels labels) {
    return format.template(labels);
  }

  @Override
  public PayloadBuilder newPayloadBuilder() {
    return format.newPayloadBuilder();
  }

  @Override
  public List<Sample> decode(Payload payload) {
    return format.decode(payload);
  }

  @Override
  public Payload encode(List<Sample> samples) {
    return format.encode(samples);
  }
}
