package io.tidemark.benchmarks.lab.setup;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A property of a set-up that can be doubled, and the causes that promise the gain of that. The
 * causes are data beside the set-ups and do not depend on any verdict.
 *
 * @param name name such as {@code slots}
 * @param change change of each value, by JSON pointer into the parts: {@code *2}, {@code /2}, or a
 *     value to replace it with
 * @param causes names of {@link io.tidemark.ceiling.Cause}; none if no cause stands for it
 */
public record Knob(String name, Map<String, String> change, List<String> causes) {
  public Knob {
    change = Map.copyOf(change);
    causes = List.copyOf(causes);
  }

  /** Tells whether the set-up has what is to be doubled. */
  boolean applies(JsonNode parts) {
    return change.keySet().stream()
        .map(parts::at)
        .allMatch(
            value ->
                !value.isMissingNode()
                    && !value.isNull()
                    && !(value.isNumber() && value.doubleValue() == 0)
                    && !(value.isTextual() && value.textValue().isEmpty()));
  }

  /** Returns the parts with this property doubled. */
  ObjectNode turn(ObjectNode parts) {
    ObjectNode changed = parts.deepCopy();
    change.forEach(
        (path, to) -> {
          var pointer = JsonPointer.compile(path);
          var in = (ObjectNode) changed.at(pointer.head());
          in.set(pointer.last().getMatchingProperty(), changed(parts.at(pointer), to));
        });
    return changed;
  }

  private static JsonNode changed(JsonNode value, String to) {
    if (to.startsWith("*") || to.startsWith("/")) {
      double factor = Double.parseDouble(to.substring(1));
      double product = to.startsWith("*") ? value.asDouble() * factor : value.asDouble() / factor;
      return product == Math.rint(product) && Math.abs(product) < Integer.MAX_VALUE
          ? IntNode.valueOf((int) product)
          : DoubleNode.valueOf(product);
    }
    try {
      return DoubleNode.valueOf(Double.parseDouble(to));
    } catch (NumberFormatException e) {
      return JsonNodeFactory.instance.textNode(to);
    }
  }
}
