package io.tidemark.job.deadletter;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.SizeText;
import io.tidemark.job.state.ExactTotals;
import java.io.IOException;
import java.util.List;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keeps dead letters until a bound is reached, and counts them all: one subtask, so its bounds are
 * the job's. Writes those of a folder itself; emits those of a topic. A letter that is not kept is
 * refused all the same, and in all counts.
 *
 * <p>The letters of a folder may take so many bytes, those of earlier runs included, and a share of
 * what is free on a local file system; the letters of a topic so many bytes as the job has sent. A
 * full disk is a bound, too. A folder that can't be written to ends the run.
 */
final class LetterKeeper extends AbstractStreamOperator<byte[]>
    implements OneInputStreamOperator<DeadLetter, byte[]> {
  private static final int KEPT = 0;
  private static final int BYTES = 1;
  private static final int OVER_BYTES = 2;
  private static final int OVER_SPACE = 3;

  /** Between two looks at what is free. */
  private static final long BYTES_PER_LOOK = 1 << 20;

  private final JobConfig.DeadLetter config;

  private transient ExactTotals totals;
  private transient StreamRecord<byte[]> out;

  /** Null of a topic. */
  private transient DeadLetterFiles files;

  /** Bytes that are there, of a topic: that were sent. */
  private transient long held;

  /** That may be written before it is looked again what is free. */
  private transient long untilLook;

  private transient boolean begun;

  /** The count that letters go to which are not kept any more; 0 while they are. */
  private transient int full;

  private transient long lettersInFile;
  private transient long bytesInFile;

  LetterKeeper(JobConfig.DeadLetter config) {
    this.config = config;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    totals =
        new ExactTotals(
            List.of(
                KeptLetters.KEPT,
                KeptLetters.BYTES,
                KeptLetters.OVER_BYTES,
                KeptLetters.OVER_SPACE));
    totals.restore(context.getOperatorStateStore());
    totals.publish(getRuntimeContext());
  }

  @Override
  public void open() throws Exception {
    super.open();
    out = new StreamRecord<>(null);
    if (config.type() == JobConfig.DeadLetterType.FILE) {
      files = new DeadLetterFiles(config.path());
    }
    MetricGroup group = getMetricGroup().addGroup("tidemark");
    group.gauge("dead_letters_kept_total", () -> totals.get(KEPT));
    group.gauge("dead_letter_bytes_total", () -> totals.get(BYTES));
    group.gauge(
        "dead_letters_not_kept_total", () -> totals.get(OVER_BYTES) + totals.get(OVER_SPACE));
  }

  @Override
  public void processElement(StreamRecord<DeadLetter> element) {
    if (full != 0) {
      totals.add(full, 1);
      return;
    }
    byte[] letter = DeadLetterJson.encode(element.getValue(), files != null);
    if (files == null) {
      if (held() + letter.length > config.maxBytes()) {
        reached(OVER_BYTES);
        return;
      }
      count(letter.length);
      output.collect(out.replace(letter));
      return;
    }
    try {
      write(letter);
    } catch (IOException e) {
      failed(e);
    }
  }

  private long held() {
    if (!begun) {
      begun = true;
      held = files == null ? totals.get(BYTES) : files.heldBytes();
    }
    return held;
  }

  private void write(byte[] letter) throws IOException {
    if (held() + letter.length > config.maxBytes()) {
      reached(OVER_BYTES);
      return;
    }
    files.open();
    if (letter.length > untilLook) {
      untilLook = Math.min(allowed(), Math.max(letter.length, BYTES_PER_LOOK));
      if (letter.length > untilLook) {
        reached(OVER_SPACE);
        return;
      }
    }
    files.append(letter);
    untilLook -= letter.length;
    lettersInFile++;
    bytesInFile += letter.length;
    count(letter.length);
  }

  /** What letters may take yet of that which would be free without them. */
  private long allowed() {
    long free = files.freeBytes();
    return free == Long.MAX_VALUE
        ? free
        : (long) (config.maxFreeShare() * (free + (double) held)) - held;
  }

  private void count(int bytes) {
    held += bytes;
    totals.add(KEPT, 1);
    totals.add(BYTES, bytes);
  }

  private void reached(int bound) {
    full = bound;
    totals.add(bound, 1);
    LOG.warn(
        "{} is reached: from here on dead letters are counted and not kept [{} bytes in {}]",
        bound == OVER_BYTES
            ? "dead-letter.max-bytes=" + SizeText.format(config.maxBytes())
            : "dead-letter.max-free-share=" + config.maxFreeShare(),
        held,
        files == null ? config.topic() : files);
  }

  private void failed(IOException cause) {
    if (!files.isFull(cause)) {
      throw unwritable(cause);
    }
    LOG.warn("There is no room for dead letters in {}", files, cause);
    reached(OVER_SPACE);
  }

  private void closeFile() {
    if (files == null) {
      return;
    }
    try {
      files.closeFile();
    } catch (IOException e) {
      if (!files.isFull(e)) {
        throw unwritable(e);
      }
      LOG.warn("There is no room for {} dead letters in {}", lettersInFile, files, e);
      full = OVER_SPACE;
      totals.add(KEPT, -lettersInFile);
      totals.add(BYTES, -bytesInFile);
      totals.add(OVER_SPACE, lettersInFile);
    }
    lettersInFile = 0;
    bytesInFile = 0;
  }

  /** A restart would meet the same letter and the same folder. */
  private SuppressRestartsException unwritable(IOException cause) {
    return new SuppressRestartsException(
        new IOException(
            "dead letters can't be written [dead-letter.path=%s]".formatted(files), cause));
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    closeFile();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    totals.snapshot();
  }

  @Override
  public void finish() throws Exception {
    closeFile();
    super.finish();
  }

  @Override
  public void close() throws Exception {
    closeFile();
    super.close();
  }
}
