package io.tidemark.testing;

import io.tidemark.process.OwnedProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** A library that stands before the C library's writes, and slows those to some of the files. */
public final class SlowWrites {
  private static final String SOURCE =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <time.h>
      #include <unistd.h>

      static void wait_for(int file, ssize_t written) {
        char link[64], path[512];
        const char *rate = getenv("SLOW_WRITES_BYTES_PER_SECOND");
        const char *in = getenv("SLOW_WRITES_IN");
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, path, sizeof path - 1);
        if (rate == NULL || in == NULL || written <= 0 || length < 0) return;
        path[length] = 0;
        if (strstr(path, in) == NULL) return;
        double seconds = (double) written / atof(rate);
        struct timespec time = {(time_t) seconds, (long) ((seconds - (time_t) seconds) * 1e9)};
        nanosleep(&time, NULL);
      }

      ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
        static ssize_t (*real)(int, const void *, size_t, off_t);
        if (real == NULL) real = dlsym(RTLD_NEXT, "pwrite");
        ssize_t written = real(file, bytes, count, at);
        wait_for(file, written);
        return written;
      }

      ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at) {
        return pwrite(file, bytes, count, at);
      }

      ssize_t write(int file, const void *bytes, size_t count) {
        static ssize_t (*real)(int, const void *, size_t);
        if (real == NULL) real = dlsym(RTLD_NEXT, "write");
        ssize_t written = real(file, bytes, count);
        wait_for(file, written);
        return written;
      }
      """;

  private SlowWrites() {}

  /**
   * The environment of a server whose writes are slow.
   *
   * @param path a part of the paths of the files that it is about
   * @param bytesPerSecond of each writing thread
   */
  public static Map<String, String> in(String path, long bytesPerSecond) throws Exception {
    return Map.of(
        "LD_PRELOAD",
        build().toString(),
        "SLOW_WRITES_IN",
        path,
        "SLOW_WRITES_BYTES_PER_SECOND",
        Long.toString(bytesPerSecond));
  }

  private static Path build() throws Exception {
    Assumptions.assumeTrue(
        OwnedProcess.onPath("cc"), "no C compiler (cc): writes were not made slow");
    Path folder = Files.createDirectories(Path.of("target", "slow-writes")).toAbsolutePath();
    Path source = Files.writeString(folder.resolve("slow.c"), SOURCE);
    // The server's user must be able to read it, wherever this repository lies.
    Path library = Path.of(System.getProperty("java.io.tmpdir"), "tidemark-slow-writes.so");
    library.toFile().deleteOnExit();
    int failed =
        new ProcessBuilder("cc", "-shared", "-fPIC", "-O1", "-o", "" + library, "" + source, "-ldl")
            .inheritIO()
            .start()
            .waitFor();
    if (failed != 0) {
      throw new AssertionError("cc could not build " + source);
    }
    return library;
  }
}
