package io.tidemark.job.track;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Labels;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordLabelsTest {
  private static final Labels SERIES =
      Labels.of(Map.of("__name__", "cpu", "instance", "a~1", "run", "x"));

  @Test
  void aRecordHasTheLabelsOfItsSeriesUnderANameOfItsOwn() {
    assertThat(RecordLabels.of(SERIES, RecordLabels.LAST_RECEIVED).toMap())
        .isEqualTo(
            Map.of(
                "__name__",
                "tidemark_last_received",
                "of_metric",
                "cpu",
                "instance",
                "a~1",
                "run",
                "x"));
  }

  @Test
  void itsSeriesIsFoundAgain() {
    Labels nameless = Labels.of(Map.of("job", "b"));
    assertThat(RecordLabels.series(RecordLabels.of(SERIES, RecordLabels.RECEIVED)))
        .isEqualTo(SERIES);
    assertThat(RecordLabels.series(RecordLabels.of(nameless, RecordLabels.RECEIVED)))
        .isEqualTo(nameless);
  }
}
