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
 * Stores dead letters until a bound is reached, and counts all of them. It has one subtask, so its
 * bounds are those of the job. It writes letters for a folder itself, and emits those for a topic.
 * A letter that is not stored still counts as refused.
 *
 * <p>The letters in a folder may take a number of bytes, including letters of earlier runs, and a
 * share of the free space of a local file system. For a topic, the bytes that the job has sent are
 * bounded. A full disk is a bound, too. A folder that can't be written to ends the run.
 */
final class LetterKeeper extends AbstractStreamOperator<byte[]>
    implements OneInputStreamOperator<DeadLetter, byte[]> {
  private static final int KEPT = 0;
  private static final int BYTES = 1;
  private static final int OVER_BYTES = 2;
  private static final int OVER_SPACE = 3;

  /** Bytes that are written before the free space is read again. */
  private static final long BYTES_PER_LOOK = 1 << 20;

  private final JobConfig.DeadLetter config;

  private transient ExactTotals totals;
  private transient StreamRecord<byte[]> out;

  /** The files of a folder; null if letters go to a topic. */
  private transient DeadLetterFiles files;

  /** Size of the letters in the folder, or of those sent to the topic. */
  private transient long held;

  /** Bytes that may be written before the free space is read again. */
  private transient long untilLook;

  private transient boolean begun;

  /** Index of the total that counts letters once a bound is reached; 0 while letters are stored. */
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

  /**
   * Returns the bytes that letters may still take: their share of the space that would be free
   * without any letters.
   */
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

  /** Returns an exception that prevents restarts, which would meet the same letter and folder. */
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
