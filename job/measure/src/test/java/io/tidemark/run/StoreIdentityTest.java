package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StoreIdentityTest {
  private static final TsdbSignals BEFORE = node("1.79.5", 100, Map.of("retention", "1y"));

  @Test
  void theSameProcessIsTheSameDatabase() {
    assertThat(changed(false, BEFORE)).isEmpty();
  }

  @Test
  void anotherVersionFlagOrProcessIsAnother() {
    assertThat(changed(false, node("1.80.0", 100, Map.of("retention", "1y"))))
        .hasValueSatisfying(
            text -> assertThat(text).startsWith("the database is another than before: was "));
    assertThat(changed(false, node("1.79.5", 101, Map.of("retention", "1y")))).isPresent();
    assertThat(changed(false, node("1.79.5", 100, Map.of("retention", "2y")))).isPresent();
  }

  /** It is started anew for each run. */
  @Test
  void oneOfOurOwnMayHaveAnotherProcessButNoOtherFlag() {
    assertThat(changed(true, node("1.79.5", 200, Map.of("retention", "1y")))).isEmpty();
    assertThat(changed(true, node("1.79.5", 200, Map.of("retention", "2y")))).isPresent();
  }

  private static Optional<String> changed(boolean own, TsdbSignals now) {
    return StoreIdentity.of(BEFORE, own).changedTo(StoreIdentity.of(now, own));
  }

  private static TsdbSignals node(String version, double startSeconds, Map<String, String> flags) {
    var node =
        TsdbNode.named("127.0.0.1:8428", TsdbNode.Role.SINGLE)
            .version(Optional.of(version))
            .startSeconds(OptionalDouble.of(startSeconds))
            .flags(flags)
            .build();
    return new TsdbSignals(List.of(node), List.of());
  }
}
