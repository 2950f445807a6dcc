package io.tidemark.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.statistics.Estimate;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoakReportTest {
  @ParameterizedTest
  @CsvSource({
    "'threads', 0.10, 0.06, 0.14, true",
    "'threads', 0.10, 0.04, 0.16, false",
    "'threads', -0.10, -0.14, -0.06, false",
    "'rate, samples/s', -0.10, -0.14, -0.06, true",
    "'rate, samples/s', -0.10, -0.16, -0.04, false",
    "'rate, samples/s', 0.10, 0.06, 0.14, false"
  })
  void aRiseIsSureAndMoreThanAFewPercent(
      String name, double value, double low, double high, boolean worse) {
    assertThat(SoakReport.worsens(name, new Estimate(value, low, high))).isEqualTo(worse);
  }

  @Test
  void fewReadingsHaveNoDrift() {
    var readings = new Readings();
    for (int i = 1; i < Readings.MIN; i++) {
      readings.add(Map.of("threads", 10.0 * i));
    }
    assertThat(readings.drift("threads")).isEmpty();

    readings.add(Map.of("threads", 120.0));
    assertThat(readings.drift("threads")).hasValueSatisfying(d -> assertThat(d.low()).isPositive());
  }

  /** As jcmd of OpenJDK 17 prints it. */
  @ParameterizedTest
  @CsvSource({
    "'garbage-first heap   total 258048K, used 45056K [0x1, 0x2)\n  region size 1024K, 3 young (3072K)\n Metaspace       used 70000K, committed 71000K', 45056",
    "'def new generation   total 9792K, used 800K [0x1)\n  eden space 8704K,   9% used [0x1)\n tenured generation   total 21888K, used 1000K [0x1)\n   the space 21888K,   4% used\n Metaspace       used 70000K', 1800"
  })
  void theHeapIsThatOfAllGenerationsAndNotTheClasses(String info, double kilobytes)
      throws IOException {
    assertThat(JvmVitals.heapKilobytes(info)).isEqualTo(kilobytes);
  }
}
