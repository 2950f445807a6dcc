package io.tidemark.sink.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ServerFlagsTest {
  @Test
  void takesTheLastOfAName() {
    ServerFlags flags =
        ServerFlags.parse(
            new String[] {"-folder=/a=b", "-port=1", "-insert-slots=4", "-insert-slots=2"});
    assertThat(flags.folder()).isEqualTo("/a=b");
    assertThat(flags.port()).isEqualTo(1);
    assertThat(flags.insertSlots()).isEqualTo(2);
    assertThat(flags.maxLabelBytes()).isEqualTo(65_536);
    assertThat(flags.maxQueueMillis()).isEqualTo(60_000);
  }

  @Test
  void namesAFlagThatItDoesNotHave() {
    for (String flag : new String[] {"-slots=1", "insert-slots=1", "-port"}) {
      assertThatThrownBy(() -> ServerFlags.parse(new String[] {flag}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("flag=" + flag);
    }
  }

  @Test
  void namesAFlagWhoseValueIsNoNumber() {
    assertThatThrownBy(
            () -> ServerFlags.parse(new String[] {"-folder=/a", "-port=1", "-insert-slots=two"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-insert-slots=two");
  }
}
