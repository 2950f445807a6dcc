package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 250, Packets.MAX_BYTES - 1, Packets.MAX_BYTES, Packets.MAX_BYTES + 1})
  void areReadAsTheyWereSent(int length) throws IOException {
    byte[] packet = new byte[length];
    for (int i = 0; i < length; i += 997) {
      packet[i] = (byte) i;
    }
    var wire = new ByteArrayOutputStream();
    new Packets(InputStream.nullInputStream(), wire).send(packet);
    var in = new ByteArrayInputStream(wire.toByteArray());
    assertThat(new Packets(in, OutputStream.nullOutputStream()).read()).isEqualTo(packet);
    assertThat(in.available()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 250, 251, 252, 65_535, 65_536, (1 << 24) - 1, 1 << 24, Long.MAX_VALUE})
  void holdIntegersOfAnyLength(long value) {
    byte[] packet = new PacketWriter().integer(value).int1(7).packet();
    var in = new PacketReader(packet);
    assertThat(in.integer()).isEqualTo(value);
    assertThat(in.int1()).isEqualTo(7);
    assertThat(in.hasMore()).isFalse();
  }

  @Test
  void saysThatTheServerIsGone() {
    for (int length : new int[] {0, 3, 6}) {
      byte[] cut = {5, 0, 0, 1, 'a', 'b'};
      var in = new ByteArrayInputStream(cut, 0, length);
      assertThatThrownBy(() -> new Packets(in, OutputStream.nullOutputStream()).read())
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("closed the connection");
    }
  }

  /** NULL is no text, and what lies behind the end is nothing: a packet may be cut. */
  @Test
  void holdTextAndWhatIsNone() {
    byte[] packet = new PacketWriter().withLength("é").int1(0xFB).textAndZero("end").packet();
    var in = new PacketReader(packet);
    assertThat(in.text()).isEqualTo("é");
    assertThat(in.text()).isNull();
    assertThat(in.textUntilZero()).isEqualTo("end");
    assertThat(in.int4()).isZero();
    assertThat(in.bytes(5)).isEmpty();
  }
}
