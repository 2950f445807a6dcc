package io.tidemark.job.config;

import java.util.List;
import java.util.Map;

/** What a source of configuration says of a key, as text. */
sealed interface Value {
  /** The text as it was written; {@code isNull}: YAML's null in any of its spellings. */
  record Scalar(String text, boolean isNull) implements Value {}

  record Items(List<Scalar> items) implements Value {}

  record Entries(Map<String, String> entries) implements Value {}
}
