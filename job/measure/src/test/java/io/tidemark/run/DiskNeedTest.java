package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.run.DiskNeed.Place;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskNeedTest {
  /** Four bytes a sample, and 300 a series. */
  @Test
  void seriesAndSamplesTakeDisk() {
    assertThat(DiskNeed.bytes(20_000, 2_592e6)).isEqualTo(10_368e6 + 6e6);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 100, false, true",
    "99, 100, false, false",
    "100, 99, false, false",
    "200, 200, true, true",
    "199, 199, true, false"
  })
  void bothPlacesNeedRoomAndOneDiskTwice(long first, long second, boolean oneDisk, boolean fits) {
    assertThat(problem(first, second, oneDisk).isEmpty()).isEqualTo(fits);
  }

  @Test
  void saysWhichDiskIsTooSmall() {
    assertThat(problem(500, 99, false))
        .contains("the disk of /kept has 99 B free, and it may take 100 B");
  }

  private static Optional<String> problem(long first, long second, boolean oneDisk) {
    return DiskNeed.problem(
        100, new Place(Path.of("/filled"), first), new Place(Path.of("/kept"), second), oneDisk);
  }
}
