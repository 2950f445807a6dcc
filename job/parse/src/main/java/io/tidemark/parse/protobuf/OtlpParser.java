package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import java.nio.charset.StandardCharsets;

/**
 * OpenTelemetry metrics: the protobuf {@code ExportMetricsServiceRequest} (or {@code MetricsData},
 * the same bytes). Names stay as they are, dots and all; labels are the attributes of resource and
 * data point ({@link OtlpValue}), and {@code scope.name}, {@code scope.version} and {@code
 * scope.attributes.…} where there is a scope. Of a label that is given twice, the one further in
 * wins.
 *
 * <ul>
 *   <li>What a metric's points become: {@link OtlpPoints}. Deltas are read like cumulative sums.
 *   <li>Bytes that are no such request are rejected whole and nothing of them is emitted; a metric
 *       without a name is rejected alone, and so is a point with bad labels, without a timestamp,
 *       or with bounds that don't fit its buckets.
 *   <li>Exemplars, units, descriptions and unknown fields are passed over.
 * </ul>
 *
 * A request is walked twice, to check it and to emit it, and nothing of it is gathered in between.
 */
public final class OtlpParser implements SampleParser {
  private static final byte[] SCOPE_NAME = ascii("scope.name");
  private static final byte[] SCOPE_VERSION = ascii("scope.version");
  private static final byte[] SCOPE_ATTRIBUTES = ascii("scope.attributes.");
  private static final byte[] UNKNOWN = ascii("unknown");

  private static final int RESOURCE = 1;
  private static final int SCOPE = 1;

  private final ProtobufCursor cursor = new ProtobufCursor();
  private final OtlpLabels labels = new OtlpLabels();
  private final DecimalBytes decimals = new DecimalBytes();
  private final OtlpValue values = new OtlpValue(cursor, labels, decimals);
  private final OtlpPoints points = new OtlpPoints(cursor, labels, values, decimals);

  private byte[] record;
  private Output out;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void parse(byte[] record, long recordTimestampMillis, Output out) {
    this.record = record;
    try {
      this.out = null;
      points.begin(record, recordTimestampMillis, null);
      walk();
      this.out = out;
      points.begin(record, recordTimestampMillis, out);
      walk();
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, 0, record.length);
    }
  }

  private void walk() throws RejectedException {
    cursor.reset(record, 0, record.length);
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        int outer = cursor.enter();
        readResourceMetrics();
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
  }

  /** What all have in common may stand behind what has it. */
  private void readResourceMetrics() throws RejectedException {
    labels.truncate(0);
    int start = cursor.position();
    while (cursor.next()) {
      if (cursor.isBytes(RESOURCE)) {
        int outer = cursor.enter();
        readAttributes(1);
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
    int ofResource = labels.count();
    cursor.rewind(start);
    while (cursor.next()) {
      if (cursor.isBytes(2)) {
        int outer = cursor.enter();
        readScopeMetrics();
        cursor.leave(outer);
        labels.truncate(ofResource);
      } else {
        cursor.skip();
      }
    }
  }

  private void readAttributes(int field) throws RejectedException {
    while (cursor.next()) {
      if (cursor.isBytes(field)) {
        values.readAttribute(record);
      } else {
        cursor.skip();
      }
    }
  }

  private void readScopeMetrics() throws RejectedException {
    int start = cursor.position();
    while (cursor.next()) {
      if (cursor.isBytes(SCOPE)) {
        int outer = cursor.enter();
        readScope();
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
    int ofScope = labels.count();
    cursor.rewind(start);
    while (cursor.next()) {
      if (cursor.isBytes(2)) {
        int outer = cursor.enter();
        readMetric();
        cursor.leave(outer);
        labels.truncate(ofScope);
      } else {
        cursor.skip();
      }
    }
  }

  private void readScope() throws RejectedException {
    int start = cursor.position();
    addText(SCOPE_NAME, 1);
    cursor.rewind(start);
    addText(SCOPE_VERSION, 2);
    cursor.rewind(start);
    while (cursor.next()) {
      if (cursor.isBytes(3)) {
        values.readKeyValue(record, SCOPE_ATTRIBUTES, 0);
      } else {
        cursor.skip();
      }
    }
  }

  private void addText(byte[] name, int field) throws RejectedException {
    labels.write(name);
    labels.endName();
    boolean found = false;
    while (cursor.next()) {
      if (cursor.isBytes(field) && !found) {
        found = true;
        int outer = cursor.enter();
        labels.write(record, cursor.position(), cursor.limit());
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
    if (!found) {
      labels.write(UNKNOWN);
    }
    labels.endValue();
  }

  private void readMetric() throws RejectedException {
    int start = cursor.position();
    int nameFrom = 0;
    int nameTo = 0;
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        int outer = cursor.enter();
        nameFrom = cursor.position();
        nameTo = cursor.limit();
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
    if (nameTo == nameFrom) {
      if (out != null) {
        out.rejected(
            Rejection.UNDECODABLE,
            "a metric without a name",
            record,
            start,
            cursor.limit() - start);
      }
      return;
    }
    cursor.rewind(start);
    points.read(nameFrom, nameTo);
  }
}
