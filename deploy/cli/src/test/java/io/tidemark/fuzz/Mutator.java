package io.tidemark.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Inputs that nobody wrote: those that are known, with some bytes changed. */
final class Mutator {
  private static final int MAX_CHANGES = 8;
  private static final int MAX_LENGTH = 1 << 16;

  /** What formats give a meaning to, and what begins and ends a number of a wire format. */
  private static final byte[] SPECIAL =
      " \t,;:=\\\"'\n\r#{}[]()&*!|>-+.%eEnu019\0\u007f".getBytes(StandardCharsets.UTF_8);

  private static final byte[][] WORDS = {
    {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f},
    {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 1},
    {(byte) 0xc3, (byte) 0x28},
    "NaN".getBytes(StandardCharsets.UTF_8),
    "-9223372036854775808".getBytes(StandardCharsets.UTF_8),
    "1e309".getBytes(StandardCharsets.UTF_8),
    "__name__".getBytes(StandardCharsets.UTF_8)
  };

  private final Random random;
  private final List<byte[]> known;

  Mutator(long seed, List<byte[]> known) {
    this.random = new Random(seed);
    this.known = known;
  }

  byte[] next() {
    byte[] input = any();
    for (int changes = random.nextInt(MAX_CHANGES); changes >= 0; changes--) {
      input = changed(input);
    }
    return input.length > MAX_LENGTH ? Arrays.copyOf(input, MAX_LENGTH) : input;
  }

  private byte[] any() {
    return known.get(random.nextInt(known.size()));
  }

  private byte[] changed(byte[] input) {
    int at = random.nextInt(input.length + 1);
    int length = random.nextInt(input.length - at + 1);
    return switch (random.nextInt(7)) {
      case 0 -> spliced(input, at, Math.min(1, length), new byte[] {(byte) random.nextInt()});
      case 1 -> spliced(input, at, Math.min(1, length), one(SPECIAL));
      case 2 -> spliced(input, at, 0, WORDS[random.nextInt(WORDS.length)]);
      case 3 -> spliced(input, at, length, new byte[0]);
      case 4 -> spliced(input, at, 0, Arrays.copyOfRange(input, at, at + length));
      case 5 -> spliced(input, at, length, any());
      default -> Arrays.copyOf(input, at);
    };
  }

  private byte[] one(byte[] of) {
    return new byte[] {of[random.nextInt(of.length)]};
  }

  /** With {@code length} bytes from {@code at} on replaced. */
  private static byte[] spliced(byte[] input, int at, int length, byte[] by) {
    byte[] result = Arrays.copyOf(input, input.length - length + by.length);
    System.arraycopy(by, 0, result, at, by.length);
    System.arraycopy(input, at + length, result, at + by.length, input.length - at - length);
    return result;
  }
}
