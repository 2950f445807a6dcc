package io.tidemark.diagnose;

import io.tidemark.job.config.ConfigException;
import io.tidemark.process.RunException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder of saved pages. A file {@code PROCESS@TIME.metrics} is a page of that process at that
 * time. In a folder {@code PROCESS} its name is {@code TIME.metrics}, or any other; then the time
 * counts at which the file was written.
 */
final class PageFolder {
  static final String SUFFIX = ".metrics";

  /** The most files; a day of twenty processes has 115,200, every 15 s. */
  static final int MOST_FILES = 200_000;

  private static final String EXPECTED = "PROCESS@2026-11-27T08-00-15Z.metrics";
  private static final DateTimeFormatter NAMED =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * A time in UTC, with dashes, colons or nothing between its parts, and with or without parts of a
   * second.
   */
  private static final Pattern UTC =
      Pattern.compile(
          "(\\d{4})-?(\\d\\d)-?(\\d\\d)T(\\d\\d)[-:]?(\\d\\d)[-:]?(\\d\\d)([.]\\d{1,9})?Z");

  private static final Pattern UNIX = Pattern.compile("(\\d{10})(?:[.](\\d{3})\\d*|(\\d{3}))?");

  /** Extensions of texts; anything else after a dot may be a part of the time. */
  private static final Pattern EXTENSION = Pattern.compile("[.](metrics|txt|prom|text|page)$");

  /**
   * A saved page of metrics.
   *
   * @param process the process that showed it
   * @param millis Unix time at which it was read
   */
  record PageFile(String process, long millis, Path file) implements ProcessPage {
    /** The most bytes of a page, as when it is read from a process. */
    static final long MOST_BYTES = 16 * 1024 * 1024;

    /**
     * @throws RunException if it can't be read, or is too large
     */
    @Override
    public byte[] read() {
      try (var in = Files.newInputStream(file)) {
        byte[] page = in.readNBytes((int) MOST_BYTES + 1);
        if (page.length > MOST_BYTES) {
          throw new RunException(
              "%s is too large for a page of metrics [maxBytes=%d]".formatted(file, MOST_BYTES));
        }
        return page;
      } catch (IOException e) {
        throw new RunException("can't read %s: %s".formatted(file, e.getMessage()), e);
      }
    }
  }

  private final List<PageFile> pages = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();

  private PageFolder() {}

  /**
   * @throws ConfigException if there is no such folder, or no process has two pages in it
   */
  static PageFolder read(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new ConfigException("--pages=%s: there is no such folder".formatted(folder));
    }
    var read = new PageFolder();
    try (Stream<Path> files = Files.walk(folder, 2)) {
      files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .limit(MOST_FILES + 1L)
          .sorted()
          .forEach(file -> read.add(folder, file));
    } catch (IOException | UncheckedIOException e) {
      throw new ConfigException(
          "--pages=%s can't be read: %s".formatted(folder, e.getMessage()), e);
    }
    if (read.pages.size() > MOST_FILES) {
      throw new ConfigException(
          "--pages=%s: more than %d files; name a folder with a part of them"
              .formatted(folder, MOST_FILES));
    }
    read.pages.sort(Comparator.comparingLong(PageFile::millis));
    boolean twice =
        read.pages.stream()
            .collect(
                Collectors.groupingBy(
                    PageFile::process, Collectors.mapping(PageFile::millis, Collectors.toSet())))
            .values()
            .stream()
            .anyMatch(times -> times.size() > 1);
    if (!twice) {
      throw new ConfigException(
          "--pages=%s: no process has pages of two times in it, named like %s"
              .formatted(folder, EXPECTED));
    }
    return read;
  }

  /** Returns the pages, the oldest first. */
  List<PageFile> pages() {
    return pages;
  }

  /** Returns the names of files that say no process, or no time. */
  List<String> leftOut() {
    return leftOut;
  }

  private void add(Path folder, Path file) {
    String name = EXTENSION.matcher(file.getFileName().toString()).replaceFirst("");
    boolean nested = !file.getParent().equals(folder);
    int at = name.lastIndexOf('@');
    String process = nested ? file.getParent().getFileName().toString() : name;
    if (at > 0) {
      process = nested ? process + "/" + name.substring(0, at) : name.substring(0, at);
    }
    Optional<Instant> time = time(name.substring(at + 1));
    if (time.isEmpty() && nested && at < 0) {
      time = written(file);
    }
    if (time.isPresent() && (nested || at > 0)) {
      pages.add(new PageFile(process, time.get().toEpochMilli(), file));
    } else {
      leftOut.add(file.getFileName().toString());
    }
  }

  private static Optional<Instant> written(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file).toInstant());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Optional<Instant> time(String text) {
    Matcher utc = UTC.matcher(text);
    Matcher unix = UNIX.matcher(text);
    try {
      if (utc.matches()) {
        String part = utc.group(7) == null ? "" : utc.group(7);
        return Optional.of(
            Instant.parse(
                "%s-%s-%sT%s:%s:%s%sZ"
                    .formatted(
                        utc.group(1),
                        utc.group(2),
                        utc.group(3),
                        utc.group(4),
                        utc.group(5),
                        utc.group(6),
                        part)));
      }
      if (unix.matches()) {
        String millis = unix.group(2) == null ? unix.group(3) : unix.group(2);
        return Optional.of(
            Instant.ofEpochMilli(
                1000 * Long.parseLong(unix.group(1))
                    + (millis == null ? 0 : Long.parseLong(millis))));
      }
    } catch (DateTimeException e) {
      // There is no such day.
    }
    return Optional.empty();
  }

  /** Returns the name of a page's file, as {@link #read} expects it. */
  static String name(String process, Instant time) {
    return process + "@" + NAMED.format(time) + SUFFIX;
  }
}
