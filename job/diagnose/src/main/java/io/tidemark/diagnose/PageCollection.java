package io.tidemark.diagnose;

import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Time;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.PageReader;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Saves pages of metrics for a while, fit to be shown to others ({@link PublicPage}). Only the user
 * who runs it may read the files. It reads, and changes nothing. Not thread-safe.
 */
public final class PageCollection {
  public static final int MOST_URLS = 256;

  /** The most bytes of all pages together. */
  private static final long MOST_BYTES = 1L << 30;

  private static final int MOST_FAILURES = 20;

  /** The most pages that are read at once; each may have 16 MiB. */
  private static final int AT_ONCE = 16;

  private static final Duration LOOK = Duration.ofMillis(20);

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * @param access login and TLS of the URLs
   * @param every the time between two pages of a process
   * @param raw whether addresses and other values of labels stay as they are
   */
  public record CollectionPlan(
      List<URI> urls,
      TargetConfig access,
      Duration length,
      Duration every,
      Path folder,
      boolean raw) {
    public CollectionPlan {
      urls = List.copyOf(urls);
    }
  }

  private final CollectionPlan plan;
  private final Time time;
  private final long mostBytes;
  private final int mostPages;
  private final PublicPage pages;
  private final Map<Address, String> names = new LinkedHashMap<>();
  private final Map<String, Integer> saved = new TreeMap<>();
  private final Set<String> failures = new TreeSet<>();
  private long bytes;

  /**
   * @throws ConfigException if an address can't be used
   */
  public PageCollection(CollectionPlan plan, Time time) {
    this(plan, time, MOST_BYTES, PageFolder.MOST_FILES);
  }

  /**
   * @param mostBytes the most bytes of all pages; it ends with the round in which these are reached
   * @param mostPages the most pages; it ends with the round in which these are reached, too
   */
  PageCollection(CollectionPlan plan, Time time, long mostBytes, int mostPages) {
    this.plan = plan;
    this.time = time;
    this.mostBytes = mostBytes;
    this.mostPages = mostPages;
    this.pages = new PublicPage(plan.raw());
    try {
      for (URI url : plan.urls()) {
        names.putIfAbsent(Address.ending("--collect", url, "/metrics"), "");
      }
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  /**
   * @param interrupted asked several times a second whether to end
   * @param progress told the number of pages that were saved
   * @throws RunException if no page could be read, or one could not be written
   */
  public Collected run(BooleanSupplier interrupted, Consumer<Integer> progress) {
    long begin = time.millis();
    long until = begin + plan.length().toMillis();
    String ended = "time";
    try (var reader = new PageReader(plan.access())) {
      long due = begin;
      while (due <= until) {
        while (time.millis() < due && !interrupted.getAsBoolean()) {
          time.pause(LOOK);
        }
        if (interrupted.getAsBoolean()) {
          ended = "interrupted";
          break;
        }
        round(reader, interrupted);
        // A late round is not made up for: two pages at once would tell no more than one.
        due = Math.max(due + plan.every().toMillis(), time.millis());
        int pagesSaved = saved.values().stream().mapToInt(Integer::intValue).sum();
        progress.accept(pagesSaved);
        if (bytes >= mostBytes || pagesSaved >= mostPages) {
          ended = "size";
          break;
        }
      }
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage(), e);
    }
    if (saved.isEmpty() && ended.equals("time")) {
      throw new RunException("no page could be read: " + String.join("; ", failures));
    }
    return new Collected(
        plan.folder().toString(),
        new TreeMap<>(saved),
        bytes,
        List.copyOf(failures),
        plan.raw(),
        pages.pseudonyms(),
        pages.kept(),
        pages.droppedFlags(),
        pages.leftOut(),
        ended);
  }

  /** Saves a page of each process, all as of one moment. */
  private void round(PageReader reader, BooleanSupplier interrupted) {
    Instant now = Instant.ofEpochMilli(time.millis());
    List<Address> all = List.copyOf(names.keySet());
    for (int i = 0; i < all.size() && !interrupted.getAsBoolean(); i += AT_ONCE) {
      var begun = new LinkedHashMap<Address, CompletableFuture<byte[]>>();
      all.subList(i, Math.min(all.size(), i + AT_ONCE))
          .forEach(address -> begun.put(address, reader.begin(address)));
      while (!interrupted.getAsBoolean()
          && !begun.values().stream().allMatch(CompletableFuture::isDone)) {
        Poll.pause(LOOK);
      }
      begun.forEach(
          (address, page) -> {
            if (page.isDone()) {
              take(address, now, page);
            }
          });
    }
  }

  private void take(Address address, Instant now, CompletableFuture<byte[]> begun) {
    try {
      byte[] page = PageReader.of(begun);
      if (names.get(address).isEmpty()) {
        names.put(address, name(address, page));
      }
      save(names.get(address), now, pages.of(page));
    } catch (IOException e) {
      if (failures.size() < MOST_FAILURES) {
        failures.add(e.getMessage());
      }
    }
  }

  /** Returns a process's name by its role, so that it says nothing of where the process runs. */
  private String name(Address address, byte[] page) {
    if (plan.raw()) {
      return "%s_%d"
          .formatted(address.hostName(), address.port())
          .replaceAll("[^A-Za-z0-9._-]", "-");
    }
    String role =
        Role.of("", page, false)
            .map(found -> found.kind().name().toLowerCase(Locale.ROOT))
            .orElse("other");
    var taken = new ArrayList<>(names.values());
    int number = 1;
    while (taken.contains(role + "-" + number)) {
      number++;
    }
    return role + "-" + number;
  }

  private void save(String process, Instant now, byte[] page) {
    Path file = plan.folder().resolve(PageFolder.name(process, now));
    Set<StandardOpenOption> create =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (SeekableByteChannel channel = Files.newByteChannel(file, create, OWNER_ONLY)) {
      var buffer = ByteBuffer.wrap(page);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (FileAlreadyExistsException e) {
      throw new RunException("%s is there already; name another folder".formatted(file), e);
    } catch (IOException e) {
      throw new RunException("can't write %s: %s".formatted(file, e.getMessage()), e);
    }
    bytes += page.length;
    saved.merge(process, 1, Integer::sum);
  }
}
