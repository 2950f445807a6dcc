package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import org.junit.jupiter.api.Test;

/** Each is undone as its server does: what remains must be the hash that the server has stored. */
class PasswordsTest {
  private static final byte[] NONCE = "01234567890123456789".getBytes();

  @Test
  void proveToKnowThePasswordWhoseHashIsStored() throws Exception {
    byte[] sent = Passwords.scrambled(Passwords.NATIVE, "sécret", NONCE);
    MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
    byte[] stored = sha1.digest(sha1.digest("sécret".getBytes("UTF-8")));
    sha1.update(NONCE);
    byte[] once = xor(sent, sha1.digest(stored));
    assertThat(sha1.digest(once)).isEqualTo(stored);
  }

  @Test
  void doSoWithTheLongerHash() throws Exception {
    byte[] sent = Passwords.scrambled(Passwords.SHA2, "sécret", NONCE);
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    byte[] stored = sha.digest(sha.digest("sécret".getBytes("UTF-8")));
    sha.update(stored);
    byte[] once = xor(sent, sha.digest(NONCE));
    assertThat(sha.digest(once)).isEqualTo(stored);
  }

  @Test
  void areNothingWhereThereIsNone() {
    assertThat(Passwords.scrambled(Passwords.NATIVE, "", NONCE)).isEmpty();
  }

  private static byte[] xor(byte[] one, byte[] other) {
    byte[] both = new byte[one.length];
    for (int i = 0; i < both.length; i++) {
      both[i] = (byte) (one[i] ^ other[i]);
    }
    return both;
  }
}
