package io.tidemark.fuzz;

import java.util.List;
import java.util.function.Supplier;

/**
 * Something that reads foreign bytes.
 *
 * @param name also of the folder with the inputs that are kept for it
 * @param known inputs to begin with
 * @param fixedBytes that it may allocate for any input
 * @param bytesPerByte that it may allocate beside these for each byte of an input
 * @param anew a parser, say, that has no buffers yet
 */
record Subject(
    String name, List<byte[]> known, long fixedBytes, int bytesPerByte, Supplier<Feed> anew) {
  interface Feed {
    /** Throws only what no input may cause. */
    void accept(byte[] input) throws Exception;
  }

  long mayAllocate(int inputBytes) {
    return fixedBytes + (long) bytesPerByte * inputBytes;
  }

  @Override
  public String toString() {
    return name;
  }
}
