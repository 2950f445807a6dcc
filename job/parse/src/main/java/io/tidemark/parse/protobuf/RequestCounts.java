package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;

/**
 * Counts what a remote-write or OTLP request carries, kind by kind: also what the parsers pass over
 * without a word. Each {@code of…} begins anew. Not thread-safe.
 */
public final class RequestCounts {
  /** A series' field of version 1 and of version 2; samples are 2 in both. */
  private static final int SAMPLES = 2;

  private static final int EXEMPLARS_1 = 3;
  private static final int HISTOGRAMS_1 = 4;
  private static final int HISTOGRAMS_2 = 3;
  private static final int EXEMPLARS_2 = 4;
  private static final int METADATA_2 = 5;
  private static final int CREATED_2 = 6;
  private static final int SAMPLE_START_2 = 3;

  private final RemoteWriteBody body = new RemoteWriteBody();
  private final ProtobufCursor cursor = new ProtobufCursor();
  private byte[] bytes;

  private boolean isVersion1;
  private boolean isVersion2;
  private long samples;
  private long histograms;
  private long exemplars;
  private long metadata;
  private long startTimes;
  private long namelessMetrics;
  private long namelessPoints;

  /** Samples of remote write, data points of OTLP. */
  public long samples() {
    return samples;
  }

  /** Native ones of remote write. */
  public long histograms() {
    return histograms;
  }

  public long exemplars() {
    return exemplars;
  }

  /** Series or metrics that come with a type, a help text or a unit. */
  public long metadata() {
    return metadata;
  }

  /** Series, samples or points that say since when they count. */
  public long startTimes() {
    return startTimes;
  }

  /** Whether the bytes are of version 1 of remote write; of an empty request neither is said. */
  public boolean isVersion1() {
    return isVersion1;
  }

  public boolean isVersion2() {
    return isVersion2;
  }

  /** Points of metrics without a name, each of which the parser rejects as one part. */
  public long pointsBeyondNamelessMetrics() {
    return namelessPoints - namelessMetrics;
  }

  /**
   * @param record as {@link RemoteWriteParser} takes it
   */
  public void ofRemoteWrite(byte[] record) throws RejectedException {
    clear();
    int size = body.decode(record);
    bytes = body.bytes();
    cursor.reset(bytes, 0, size);
    while (cursor.next()) {
      isVersion2 |= cursor.isBytes(RemoteWrite2.SYMBOLS) || cursor.isBytes(RemoteWrite2.SERIES);
      isVersion1 |= cursor.isBytes(1) || cursor.isBytes(3);
      cursor.skip();
    }
    cursor.reset(bytes, 0, size);
    while (cursor.next()) {
      if (cursor.isBytes(isVersion2 ? RemoteWrite2.SERIES : 1)) {
        int outer = cursor.enter();
        series(isVersion2);
        cursor.leave(outer);
      } else {
        metadata += !isVersion2 && cursor.isBytes(3) ? 1 : 0;
        cursor.skip();
      }
    }
  }

  /** Of one series that {@link RemoteWriteParser} rejected alone. */
  public void ofSeries(byte[] bytes, int offset, int length, boolean isVersion2)
      throws RejectedException {
    clear();
    cursor.reset(bytes, offset, offset + length);
    series(isVersion2);
  }

  private void series(boolean ofVersion2) throws RejectedException {
    while (cursor.next()) {
      if (cursor.isBytes(SAMPLES)) {
        samples++;
        if (ofVersion2) {
          startOfSample();
          continue;
        }
      } else if (cursor.isBytes(ofVersion2 ? HISTOGRAMS_2 : HISTOGRAMS_1)) {
        histograms++;
      } else if (cursor.isBytes(ofVersion2 ? EXEMPLARS_2 : EXEMPLARS_1)) {
        exemplars++;
      } else if (ofVersion2 && cursor.isBytes(METADATA_2)) {
        metadata++;
      } else if (ofVersion2 && cursor.isVarint(CREATED_2)) {
        startTimes++;
      }
      cursor.skip();
    }
  }

  private void startOfSample() throws RejectedException {
    int outer = cursor.enter();
    while (cursor.next()) {
      startTimes += cursor.isVarint(SAMPLE_START_2) ? 1 : 0;
      cursor.skip();
    }
    cursor.leave(outer);
  }

  /**
   * @param record as {@link OtlpParser} takes it
   */
  public void ofOtlp(byte[] record) throws RejectedException {
    clear();
    cursor.reset(record, 0, record.length);
    // Request.resource_metrics, ResourceMetrics.scope_metrics, ScopeMetrics.metrics
    within(1, () -> within(2, () -> within(2, this::metric)));
  }

  private interface Message {
    void read() throws RejectedException;
  }

  private void within(int field, Message message) throws RejectedException {
    while (cursor.next()) {
      if (cursor.isBytes(field)) {
        int outer = cursor.enter();
        message.read();
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
  }

  private void metric() throws RejectedException {
    long before = samples;
    boolean named = false;
    boolean described = false;
    while (cursor.next()) {
      int exemplarField = OtlpData.exemplars(cursor);
      if (exemplarField != OtlpData.NONE) {
        int outer = cursor.enter();
        within(1, () -> point(exemplarField));
        cursor.leave(outer);
        continue;
      }
      boolean name = cursor.isBytes(1);
      boolean about = cursor.isBytes(2) || cursor.isBytes(3);
      int from = cursor.position();
      cursor.skip();
      // An empty text is its length alone, one byte.
      boolean said = cursor.position() - from > 1;
      named |= name && said;
      described |= about && said;
    }
    metadata += described ? 1 : 0;
    if (!named) {
      namelessMetrics++;
      namelessPoints += samples - before;
    }
  }

  private void point(int exemplarField) throws RejectedException {
    samples++;
    while (cursor.next()) {
      if (cursor.isFixed64(2)) {
        startTimes += cursor.fixed64() != 0 ? 1 : 0;
      } else {
        exemplars += cursor.isBytes(exemplarField) ? 1 : 0;
        cursor.skip();
      }
    }
  }

  /** The kinds of data a metric has, by the field that holds them. */
  private enum OtlpData {
    GAUGE(5, 5),
    SUM(7, 5),
    HISTOGRAM(9, 8),
    EXPONENTIAL_HISTOGRAM(10, 11),
    /** Has no exemplars. */
    SUMMARY(11, 0);

    static final int NONE = -1;
    private static final OtlpData[] ALL = values();

    private final int field;
    private final int exemplars;

    OtlpData(int field, int exemplars) {
      this.field = field;
      this.exemplars = exemplars;
    }

    /** Which field of its points holds exemplars; NONE where the cursor stands at no data. */
    static int exemplars(ProtobufCursor cursor) {
      for (OtlpData data : ALL) {
        if (cursor.isBytes(data.field)) {
          return data.exemplars;
        }
      }
      return NONE;
    }
  }

  private void clear() {
    isVersion1 = false;
    isVersion2 = false;
    samples = 0;
    histograms = 0;
    exemplars = 0;
    metadata = 0;
    startTimes = 0;
    namelessMetrics = 0;
    namelessPoints = 0;
  }
}
