package io.tidemark.job.config;

import java.util.List;
import java.util.Map;

/** What a source of configuration says of a key, as text. */
sealed interface Value {
  /**
   * @param text the text as it was written
   * @param isNull whether it is YAML's null, in any of its spellings
   */
  record Scalar(String text, boolean isNull) implements Value {}

  record Items(List<Scalar> items) implements Value {}

  record Entries(Map<String, String> entries) implements Value {}
}
