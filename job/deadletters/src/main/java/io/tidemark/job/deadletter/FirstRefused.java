package io.tidemark.job.deadletter;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first dead letter of each reason, as a line of text by reason, for the log and, as an
 * accumulator, for the report of a run. It only has letters of the current attempt; all of them are
 * among the stored letters. Flink serializes it in another thread while the task adds to it, so its
 * methods are synchronized.
 */
public final class FirstRefused implements Accumulator<DeadLetter, HashMap<String, String>> {
  /** Name of the accumulator, which every operator that makes dead letters has. */
  public static final String NAME = "firstRefused";

  private static final Logger LOG = LoggerFactory.getLogger(FirstRefused.class);

  private transient HashMap<String, String> byReason = new HashMap<>();

  @Override
  public synchronized void add(DeadLetter letter) {
    byReason.computeIfAbsent(letter.reason(), reason -> described(reason, letter));
  }

  private static String described(String reason, DeadLetter letter) {
    String line = DeadLetterText.line(letter);
    LOG.warn("The first dead letter for {}: {}", reason, line);
    return line;
  }

  @Override
  public synchronized HashMap<String, String> getLocalValue() {
    return new HashMap<>(byReason);
  }

  @Override
  public synchronized void resetLocal() {
    byReason.clear();
  }

  @Override
  public void merge(Accumulator<DeadLetter, HashMap<String, String>> other) {
    merge(other.getLocalValue());
  }

  private synchronized void merge(Map<String, String> others) {
    others.forEach(byReason::putIfAbsent);
  }

  @Override
  @SuppressWarnings("CloneDoesntCallSuperClone")
  public Accumulator<DeadLetter, HashMap<String, String>> clone() {
    var copy = new FirstRefused();
    copy.merge(getLocalValue());
    return copy;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    Serializable lines = getLocalValue();
    out.writeObject(lines);
  }

  @SuppressWarnings("unchecked") // writeObject wrote this type
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    byReason = (HashMap<String, String>) in.readObject();
  }
}
