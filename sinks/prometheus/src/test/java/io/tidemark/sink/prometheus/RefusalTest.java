package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.http.HttpWriteClient.Meaning;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {
  /**
   * Texts of Prometheus 2.42 and 3 (storage/interface.go, storage/remote/write_handler.go), Mimir
   * (pkg/util/globalerror, docs "Grafana Mimir runbooks"), Cortex (pkg/util/validation) and Thanos
   * (pkg/receive).
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | out of order sample                                                  | out of order sample | true",
        "409 | forward request: store locally: out of order sample                  | out of order sample | true",
        "400 | user=a: the sample has been rejected because another sample with a more recent timestamp has already been ingested and out-of-order samples are not allowed (err-mimir-sample-out-of-order) | out of order sample | true",
        "400 | duplicate sample for timestamp                                       | duplicate sample | true",
        "400 | duplicate sample for timestamp 1; overrides not allowed: existing 1, new value 2 | duplicate sample | true",
        "400 | (err-mimir-sample-duplicate-timestamp)                               | duplicate sample | true",
        "400 | out of bounds                                                        | out of bounds | true",
        "400 | too old sample                                                       | too old sample | true",
        "400 | the sample's timestamp is too old (err-mimir-sample-timestamp-too-old) | too old sample | true",
        "400 | out of bounds: timestamp is too far in the future                    | too far in the future | false",
        "400 | received a sample whose timestamp is too far in the future (err-mimir-too-far-in-future) | too far in the future | false",
        "400 | (err-mimir-label-value-too-long)                                     | label limit | false",
        "400 | (err-mimir-max-label-names-per-series)                               | label limit | false",
        "400 | label value too long for metric: x                                   | label limit | false",
        "400 | invalid metric name or labels, got {}                                | invalid labels | false",
        "400 | per-user series limit of 10 exceeded (err-mimir-max-series-per-user) | series limit | false"
      })
  void namesWhatIsRefused(int status, String text, String code, boolean mayBeStored) {
    Meaning meaning = Refusal.read(status, text).orElseThrow();

    assertThat(meaning.outcome()).isEqualTo(ResponseClass.REJECT);
    assertThat(meaning.code()).isEqualTo(code);
    assertThat(meaning.error()).isEqualTo("HTTP " + status + ": " + text);
    assertThat(Refusal.mayBeStored(code)).isEqualTo(mayBeStored);
  }

  @Test
  void leavesEverythingElseToItsStatus() {
    assertThat(Refusal.read(500, "out of order sample")).isEqualTo(Optional.empty());
    assertThat(Refusal.read(429, "per-user series limit")).isEqualTo(Optional.empty());
    assertThat(Refusal.read(400, "proto: wrong wireType")).isEqualTo(Optional.empty());
    assertThat(Refusal.mayBeStored("HTTP 400")).isFalse();
  }
}
