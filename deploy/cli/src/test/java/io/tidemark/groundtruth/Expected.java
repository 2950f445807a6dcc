package io.tidemark.groundtruth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.ceiling.Cause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the result of a scenario must say.
 *
 * @param causes one of these
 * @param bounds on numbers of the result
 * @param mentioned each must occur in the result, whatever its case
 */
public record Expected(Set<Cause> causes, List<Bound> bounds, List<String> mentioned) {
  /**
   * @param at JSON pointer
   */
  record Bound(String at, double least, double most) {}

  static Expected oneOf(Cause... causes) {
    return new Expected(Set.of(causes), List.of(), List.of());
  }

  static Expected noneOf(Cause... causes) {
    var others = new ArrayList<>(List.of(Cause.values()));
    others.removeAll(Arrays.asList(causes));
    others.remove(Cause.INCONCLUSIVE);
    return oneOf(others.toArray(Cause[]::new));
  }

  Expected within(String at, double least, double most) {
    var all = new ArrayList<>(bounds);
    all.add(new Bound(at, least, most));
    return new Expected(causes, all, mentioned);
  }

  Expected mentioning(String... texts) {
    return new Expected(causes, bounds, List.of(texts));
  }

  /** What is wrong with it, one line each; empty if it is right. */
  List<String> problems(JsonNode result) {
    var problems = new ArrayList<String>();
    String cause = result.path("cause").asText("(none)");
    if (causes.stream().noneMatch(each -> each.name().equals(cause))) {
      problems.add("cause=" + cause + ": " + result.path("sentence").asText());
    }
    for (Bound bound : bounds) {
      JsonNode value = result.at(bound.at);
      if (!value.isNumber() || value.asDouble() < bound.least || value.asDouble() > bound.most) {
        problems.add(
            "%s=%s is not in [%s, %s]".formatted(bound.at, value, bound.least, bound.most));
      }
    }
    String text = result.toString().toLowerCase(Locale.ROOT);
    for (String each : mentioned) {
      if (!text.contains(each.toLowerCase(Locale.ROOT))) {
        problems.add("nothing is said of \"" + each + "\"");
      }
    }
    return problems;
  }
}
