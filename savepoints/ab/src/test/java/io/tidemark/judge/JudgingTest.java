package io.tidemark.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.judge.Judging.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgingTest {
  private static final Side NEW = new Side("/opt/new", List.of("-x=1"));

  @Test
  void ofAWithItselfBHasItsDatabaseUnlessAnotherIsNamed() {
    assertThat(judging(NEW, Side.SAME).withItself()).isEqualTo(judging(NEW, NEW));

    var named = judging(Side.SAME, NEW);
    assertThat(named.withItself()).isSameAs(named);
  }

  private static Judging judging(Side a, Side b) {
    return new Judging(List.of(Metric.CPU), 0, List.of(), a, b);
  }
}
