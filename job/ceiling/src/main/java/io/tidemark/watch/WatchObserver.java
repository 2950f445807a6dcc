package io.tidemark.watch;

/** Takes what a watch finds. */
public interface WatchObserver {
  void note(String line);

  /** Takes a judgement every few seconds; their windows overlap. */
  void judged(Judgement judgement);
}
