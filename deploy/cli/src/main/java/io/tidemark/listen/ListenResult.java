package io.tidemark.listen;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.measure.Amounts;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of one {@code capture --listen}.
 *
 * @param address address and port on which it listened
 * @param format format of the records, which a source that reads the file has to name
 * @param ended why the capture ended: {@code time}, {@code size}, {@code failed-file} or {@code
 *     interrupted}
 */
public record ListenResult(
    String address,
    String file,
    String format,
    boolean anonymised,
    double seconds,
    String ended,
    @JsonUnwrapped Counts counts) {

  /**
   * Counts of what was received and written.
   *
   * @param requests number of requests of which all is in the file, except {@code refused}
   * @param refusedRequests number of requests of which nothing is in the file, by reason
   * @param samplesReceived number of samples in {@code requests}; a point of OTLP counts once for
   *     each of its values
   * @param samplesWritten number of samples in the file
   * @param refused number of samples, native histograms and points that are not in the file, by
   *     reason
   * @param series number of series in the file, told apart by 64-bit hashes
   * @param histograms number of native histograms, which are in the file as {@code
   *     histogramSamples}
   * @param exemplars number of exemplars that came; they are not in the file
   * @param metadata number of series or metrics that came with a type, a help text or a unit, which
   *     are not in the file
   * @param startTimes number of series, samples or points that came with a start time, which is not
   *     in the file
   */
  public record Counts(
      long requests,
      Map<String, Long> refusedRequests,
      long samplesReceived,
      long samplesWritten,
      Map<String, Long> refused,
      long series,
      long histograms,
      long histogramSamples,
      long exemplars,
      long metadata,
      long startTimes,
      long fileBytes) {
    static Counts of(Totals totals, int series, long fileBytes) {
      long written = totals.samples + totals.histogramSamples;
      return new Counts(
          totals.requests,
          Map.copyOf(totals.refusedRequests),
          written + sum(totals.refused),
          written,
          Map.copyOf(totals.refused),
          series,
          totals.histograms,
          totals.histogramSamples,
          totals.exemplars,
          totals.metadata,
          totals.startTimes,
          fileBytes);
    }
  }

  private static long sum(Map<String, Long> parts) {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }

  public String table() {
    var table = new StringBuilder();
    table.append(
        "captured   %d samples of %d series in %s s: %s samples/s; ended by %s%n"
            .formatted(
                counts.samplesWritten(),
                counts.series(),
                Amounts.tenths(seconds),
                Amounts.count(counts.samplesWritten() / Math.max(seconds, 1e-3)),
                ended));
    table.append(
        "received   %d samples in %d requests at %s%n"
            .formatted(counts.samplesReceived(), counts.requests(), address));
    if (!counts.refused().isEmpty()) {
      table.append(
          "refused    %d samples: %s%n".formatted(sum(counts.refused()), list(counts.refused())));
    }
    if (!counts.refusedRequests().isEmpty()) {
      table.append(
          "refused    %d requests: %s%n"
              .formatted(sum(counts.refusedRequests()), list(counts.refusedRequests())));
    }
    if (counts.histograms() > 0) {
      table.append(
          "histograms %d native ones, written as %d samples (_count, _sum, _bucket with vmrange)%n"
              .formatted(counts.histograms(), counts.histogramSamples()));
    }
    if (counts.exemplars() + counts.metadata() + counts.startTimes() > 0) {
      table.append(
          "not kept   %d exemplars, %d descriptions of series (type, help, unit), %d start times%n"
              .formatted(counts.exemplars(), counts.metadata(), counts.startTimes()));
    }
    table.append(
        "file       %s, %s%s%n"
            .formatted(
                file,
                Amounts.bytes(counts.fileBytes()),
                anonymised ? ", pseudonyms for the values of labels" : ""));
    table.append(
        "read it    --set source.type=file --set source.file.path=%s --set source.file.format=%s%n"
            .formatted(file, format));
    return table.toString();
  }

  private static String list(Map<String, Long> parts) {
    var text = new StringBuilder();
    new TreeMap<>(parts)
        .forEach(
            (reason, count) ->
                text.append(text.isEmpty() ? "" : ", ").append(count + " " + reason));
    return text.toString();
  }
}
