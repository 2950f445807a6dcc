package io.tidemark.listen;

import com.google.protobuf.CodedOutputStream;
import io.tidemark.encode.RemoteWriteEncoder;
import io.tidemark.job.file.CaptureFile;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.OtlpParser;
import io.tidemark.parse.protobuf.RemoteWriteParser;
import io.tidemark.parse.protobuf.RequestCounts;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.topic.Anonymizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Puts the samples of requests into a capture file, one request after the other, as remote write 1:
 * with their values' bits, times and labels as they came, or with pseudonyms for the labels'
 * values. A request is answered when its samples are in the file. Not thread-safe.
 */
final class Intake {
  static final String TOO_MANY_SERIES = "too-many-series";
  static final String NOT_ANONYMOUS = "not-anonymous";

  /** Of a record of the file, unpacked. */
  private static final int MAX_RECORD_BYTES = 4 << 20;

  private final CaptureFile file;
  private final Bounds bounds;
  private final Optional<Anonymizer> anonymizer;
  private final SeriesSet series;
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
    series = new SeriesSet(bounds.series());
  }

  Totals totals() {
    return totals;
  }

  int series() {
    return series.size();
  }

  /**
   * @param declaredVersion of the protocol, 1 or 2
   * @throws IOException if the file takes no more; nothing of the request is in it then
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
    long histograms = Math.max(0, counts.histograms() - request.refusedHistograms);
    return request.refused.isEmpty()
        ? Answer.taken(request.plain, histograms)
        : Answer.partly(request.text(), request.plain, histograms);
  }

  /**
   * @param body unpacked
   * @throws IOException as above
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
    if (counts.pointsBeyondNamelessMetrics() != 0) {
      request.refused.merge(
          Rejection.UNDECODABLE.reason(), counts.pointsBeyondNamelessMetrics(), Long::sum);
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
    totals.histograms += counts.histograms();
    totals.histogramSamples += request.ofHistograms;
    totals.exemplars += counts.exemplars();
    totals.metadata += counts.metadata();
    totals.startTimes += counts.startTimes();
    request.refused.forEach((reason, parts) -> totals.refused.merge(reason, parts, Long::sum));
  }

  /** {@code ExportMetricsServiceResponse} with its {@code partial_success}. */
  private static byte[] partialSuccess(Request request) {
    byte[] text = request.text().getBytes(StandardCharsets.UTF_8);
    var inner = new ByteArrayOutputStream();
    var outer = new ByteArrayOutputStream();
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(inner);
      out.writeInt64(1, request.refusedInAll());
      out.writeByteArray(2, text);
      out.flush();
      out = CodedOutputStream.newInstance(outer);
      out.writeByteArray(1, inner.toByteArray());
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return outer.toByteArray();
  }

  /** One of them, while it is read. */
  private final class Request implements SampleParser.Output {
    private final byte[] body;
    private final boolean isVersion2;
    private final List<byte[]> values = new ArrayList<>();

    /** Why none of it can be read, or null. */
    private Rejection whole;

    /** Of the first that was refused. */
    private String detail;

    private final Map<String, Long> refused = new TreeMap<>();

    /** At most so many: each part of one that is refused counts. */
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
      // Of version 2 a few bytes may stand for all the labels there are.
      if (bytes > Bounds.UNPACKED_BYTES) {
        return refuse(
            Rejection.TOO_LARGE.reason(),
            "the samples of a request, with labels [maxBytes=%d]".formatted(Bounds.UNPACKED_BYTES));
      }
      if (!series.add(written.labels().hash())) {
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

    /** A series' samples come one after the other. */
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
          parts = ofRefused.samples() + ofRefused.histograms();
          refusedHistograms += ofRefused.histograms();
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
