package io.tidemark.mechanism.wire;

/** Takes requests: a database, or a proxy before one. */
public interface Server {
  /** The header of a request is there; of its body a part. */
  void accept(Upload upload);
}
