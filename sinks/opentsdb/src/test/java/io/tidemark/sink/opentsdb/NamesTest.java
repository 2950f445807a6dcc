package io.tidemark.sink.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
  @ParameterizedTest
  @CsvSource({
    "host_1, host_1",
    "/var/lib-2.x, /var/lib-2.x",
    "10.0.0.1:9100, 10.0.0.1_x3A_9100",
    "web~1, web_x7E_1",
    "a b, a_x20_b",
    "_x3A_, _x5F_x3A_",
    "rate_x, rate_x",
    "rate_x5, rate_x5F_x5",
    "_x:, _x_x3A_",
    ":x3A_, _x3A_x3A_",
    "é, _xE9_",
    "漢, _x6F22_",
    "😀, _x1F600_"
  })
  void writesWhatIsNotTakenAsItsCodePoint(String text, String escaped) {
    assertThat(Names.escaped(text)).isEqualTo(escaped);
    assertThat(Names.plain(escaped)).isEqualTo(text);
    assertThat(Names.isPlain(text)).isEqualTo(text.equals(escaped));
  }

  @Test
  void readsAnyTextBackAndNoTwoBecomeOne() {
    var random = new Random(7);
    var seen = new HashSet<String>();
    var escaped = new HashSet<String>();
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      for (int j = random.nextInt(6); j >= 0; j--) {
        text.append("_x3A5F:é".charAt(random.nextInt(8)));
      }
      seen.add(text.toString());
      String name = Names.escaped(text.toString());
      escaped.add(name);
      assertThat(name).matches("[A-Za-z0-9._/-]+");
      assertThat(Names.plain(name)).isEqualTo(text.toString());
    }
    assertThat(escaped).hasSameSizeAs(seen);
  }
}
