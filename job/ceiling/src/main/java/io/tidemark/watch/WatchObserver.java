package io.tidemark.watch;

/** Hears what a watch sees. */
public interface WatchObserver {
  void note(String line);

  /** Every few seconds, of windows that overlap. */
  void judged(Judgement judgement);
}
