package io.tidemark.listen;

import io.tidemark.encode.RemoteWriteEncoder;
import io.tidemark.job.file.CaptureFile;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.Otlp;
import io.tidemark.parse.protobuf.OtlpParser;
import io.tidemark.parse.protobuf.RemoteWriteParser;
import io.tidemark.parse.protobuf.RequestCounts;
import io.tidemark.parse.protobuf.RequestCounts.Kind;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.topic.Anonymizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts the samples of requests into a capture file, one request after the other, as records of
 * remote write 1. Values keep all bits; times and labels stay as they came, unless pseudonyms
 * replace the labels' values. A request is answered when its samples are in the file. Not
 * thread-safe.
 */
final class Intake {
  static final String TOO_MANY_SERIES = "too-many-series";
  static final String NOT_ANONYMOUS = "not-anonymous";

  /** Size of one record of the file before compression. */
  private static final int MAX_RECORD_BYTES = 4 << 20;

  private final CaptureFile file;
  private final Bounds bounds;
  private final Optional<Anonymizer> anonymizer;

  /** The hashes of the series that are in the file. */
  private final Set<Long> series = new HashSet<>();

  private final SampleParser remoteWrite = new RemoteWriteParser();
  private final SampleParser otlp = new OtlpParser();
  private final RequestCounts counts = new RequestCounts();
  private final RequestCounts ofRefused = new RequestCounts();
  private final RemoteWriteEncoder encoder = new RemoteWriteEncoder();
  private final ByteArrayOutputStream record = new ByteArrayOutputStream(1 << 16);
  private final Totals totals = new Totals();
  private long records;

  Intake(CaptureFile file, Bounds bounds, Optional<Anonymizer> anonymizer) {
    this.file = file;
    this.bounds = bounds;
    this.anonymizer = anonymizer;
  }

  Totals totals() {
    return totals;
  }

  int series() {
    return series.size();
  }

  /**
   * Writes a request of remote write.
   *
   * @param declaredVersion version of the protocol that the header declares, 1 or 2
   * @throws IOException if the file takes no more; it then holds nothing of the request
   */
  Answer remoteWrite(byte[] body, int declaredVersion, long nowMillis) throws IOException {
    try {
      counts.ofRemoteWrite(body);
    } catch (RejectedException e) {
      return unreadable(e.why, e.getMessage());
    }
    if (declaredVersion == 1 ? counts.isVersion2() : counts.isVersion1() && !counts.isVersion2()) {
      return unreadable(
          Rejection.UNDECODABLE,
          "the header says version %d of remote write, the body is of the other one"
              .formatted(declaredVersion));
    }
    var request = new Request(body, counts.isVersion2());
    remoteWrite.parse(body, nowMillis, request);
    if (request.whole != null) {
      return unreadable(request.whole, request.detail);
    }
    write(request, nowMillis);
    long histograms = Math.max(0, counts.of(Kind.HISTOGRAMS) - request.refusedHistograms);
    return request.refused.isEmpty()
        ? Answer.taken(request.plain, histograms)
        : Answer.partly(request.text(), request.plain, histograms);
  }

  /**
   * Writes a request of OTLP.
   *
   * @param body the body without its content encoding
   * @throws IOException if the file takes no more; it then holds nothing of the request
   */
  Answer otlp(byte[] body, long nowMillis) throws IOException {
    try {
      counts.ofOtlp(body);
    } catch (RejectedException e) {
      return unreadable(e.why, e.getMessage());
    }
    var request = new Request(body, false);
    otlp.parse(body, nowMillis, request);
    if (request.whole != null) {
      return unreadable(request.whole, request.detail);
    }
    if (counts.of(Kind.BEYOND_NAMELESS_METRICS) != 0) {
      request.refused.merge(
          Rejection.UNDECODABLE.reason(), counts.of(Kind.BEYOND_NAMELESS_METRICS), Long::sum);
    }
    write(request, nowMillis);
    return Answer.otlp(
        request.refused.isEmpty() ? new byte[0] : partialSuccess(request), request.plain);
  }

  Answer unreadable(Rejection why, String detail) {
    totals.refusedRequest(why.reason());
    return Answer.text(why == Rejection.TOO_LARGE ? Answer.TOO_LARGE : Answer.BAD_REQUEST, detail);
  }

  private void write(Request request, long nowMillis) throws IOException {
    request.endRecord();
    for (byte[] value : request.values) {
      file.add(new SourceRecord("listen", 0, ++records, nowMillis, value));
    }
    file.commit();
    count(request);
  }

  private void count(Request request) {
    totals.requests++;
    totals.samples += request.plain;
    totals.histograms += counts.of(Kind.HISTOGRAMS);
    totals.histogramSamples += request.ofHistograms;
    totals.exemplars += counts.of(Kind.EXEMPLARS);
    totals.metadata += counts.of(Kind.METADATA);
    totals.startTimes += counts.of(Kind.START_TIMES);
    request.refused.forEach((reason, parts) -> totals.refused.merge(reason, parts, Long::sum));
  }

  /** Returns an {@code ExportMetricsServiceResponse} with its {@code partial_success}. */
  private static byte[] partialSuccess(Request request) {
    return Otlp.Response.newBuilder()
        .setPartialSuccess(
            Otlp.PartialSuccess.newBuilder()
                .setRejectedPoints(request.refusedInAll())
                .setErrorMessage(request.text()))
        .build()
        .toByteArray();
  }

  /** A request while it is read. */
  private final class Request implements SampleParser.Output {
    private final byte[] body;
    private final boolean isVersion2;
    private final List<byte[]> values = new ArrayList<>();

    /** The reason why none of the request can be read; null if some of it can. */
    private Rejection whole;

    /** The detail of the request's first refusal. */
    private String detail;

    private final Map<String, Long> refused = new TreeMap<>();

    /**
     * An upper bound of the native histograms that are refused, because each refused sample of one
     * counts.
     */
    private long refusedHistograms;

    private long plain;
    private long ofHistograms;
    private long bytes;
    private Labels original;
    private Labels anonymous;

    private Request(byte[] body, boolean isVersion2) {
      this.body = body;
      this.isVersion2 = isVersion2;
      record.reset();
    }

    @Override
    public void sample(Sample sample) {
      plain += add(sample) ? 1 : 0;
    }

    @Override
    public void sampleOfHistogram(Sample sample) {
      if (add(sample)) {
        ofHistograms++;
      } else {
        refusedHistograms++;
      }
    }

    private boolean add(Sample sample) {
      Sample written = sample;
      if (anonymizer.isPresent()) {
        try {
          written = anonymous(sample);
        } catch (IllegalArgumentException e) {
          return refuse(NOT_ANONYMOUS, e.getMessage());
        }
      }
      // In version 2, labels refer to a shared table, so a small request may unpack to a huge one.
      if (bytes > Bounds.UNPACKED_BYTES) {
        return refuse(
            Rejection.TOO_LARGE.reason(),
            "the samples of a request, with labels [maxBytes=%d]".formatted(Bounds.UNPACKED_BYTES));
      }
      if (!isTaken(written.labels().hash())) {
        return refuse(TOO_MANY_SERIES, "more series [max=%d]".formatted(bounds.series()));
      }
      int before = record.size();
      encoder.encode(written, record);
      bytes += record.size() - before;
      if (record.size() > MAX_RECORD_BYTES) {
        endRecord();
      }
      return true;
    }

    private boolean isTaken(long hash) {
      return series.contains(hash) || series.size() < bounds.series() && series.add(hash);
    }

    /**
     * Returns the sample with pseudonyms. They are kept from one sample to the next, because the
     * samples of a series come one after the other.
     */
    private Sample anonymous(Sample sample) {
      if (sample.labels() != original) {
        anonymous = anonymizer.get().of(sample.labels());
        original = sample.labels();
      }
      return new Sample(anonymous, sample.timestampMillis(), sample.value());
    }

    private void endRecord() {
      if (record.size() > 0) {
        values.add(encoder.record(record.toByteArray()));
        record.reset();
      }
    }

    private boolean refuse(String why, String what) {
      refused.merge(why, 1L, Long::sum);
      detail = detail == null ? what : detail;
      return false;
    }

    @Override
    public void rejected(Rejection why, String what, byte[] bytes, int offset, int length) {
      detail = detail == null ? what : detail;
      if (bytes == body) {
        whole = why;
        return;
      }
      long parts = 1;
      if (counts.isVersion1() || counts.isVersion2()) {
        try {
          ofRefused.ofSeries(bytes, offset, length, isVersion2);
          parts = ofRefused.of(Kind.SAMPLES) + ofRefused.of(Kind.HISTOGRAMS);
          refusedHistograms += ofRefused.of(Kind.HISTOGRAMS);
        } catch (RejectedException e) {
          whole = why;
          return;
        }
      }
      refused.merge(why.reason(), parts, Long::sum);
    }

    long refusedInAll() {
      return refused.values().stream().mapToLong(Long::longValue).sum();
    }

    private String text() {
      return "refused %d of it %s: %s".formatted(refusedInAll(), refused, detail);
    }
  }
}
