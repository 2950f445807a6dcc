package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.FaultsPage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the page of faults claims. That its tests ran is {@code FaultsRanTest}'s, after them. */
class FaultsPageTest {
  private static final int ROWS = 36;

  @Test
  void hasEachFaultOnceWithATest() {
    FaultsPage page = FaultsPage.read();
    assertThat(page.rows().stream().map(FaultsPage.Row::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, ROWS).boxed().toList());
    assertThat(page.rows()).allSatisfy(row -> assertThat(row.tests()).isNotEmpty());
  }

  @Test
  void everyTestThatItNamesExists() {
    assertThat(FaultsPage.read().rows().stream().flatMap(row -> row.tests().stream()))
        .allMatch(FaultsPage.TestName::exists);
  }
}
