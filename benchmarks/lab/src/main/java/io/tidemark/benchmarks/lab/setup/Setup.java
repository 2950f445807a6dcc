package io.tidemark.benchmarks.lab.setup;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/**
 * One instance of a family: real parts with the values that they are given.
 *
 * @param family its name, by which it is held out or not
 * @param name of the family and its values, which names files and options
 * @param from where it was seen: a section of the review, or a row of the design's table
 * @param colocated whether job and database share a core on purpose, so that the host is full
 * @param raw the parts as data, from which the hash is made
 */
public record Setup(
    String family, String name, String from, boolean colocated, ObjectNode raw, List<Knob> knobs) {
  static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

  /** Its own hash's length in characters: 48 bits. */
  private static final int HASH = 12;

  /** As they are. */
  public Parts parts() {
    return parts(raw);
  }

  /** With one thing doubled. */
  public Parts turned(Knob knob) {
    return parts(knob.turn(raw));
  }

  private static Parts parts(ObjectNode raw) {
    return JSON.convertValue(raw, Parts.class);
  }

  /**
   * Of all that a measurement hangs on: the parts and the knobs, not the name. A set-up that is
   * changed has another truth.
   */
  public String hash() {
    var all = new TreeMap<String, Object>();
    all.put("parts", JSON.convertValue(raw, TreeMap.class));
    all.put("colocated", colocated);
    knobs.forEach(knob -> all.put("knob " + knob.name(), new TreeMap<>(knob.change())));
    try {
      byte[] text = JSON.writeValueAsString(all).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(digest).substring(0, HASH);
    } catch (NoSuchAlgorithmException | com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public Knob knob(String wanted) {
    return knobs.stream().filter(knob -> knob.name().equals(wanted)).findFirst().orElseThrow();
  }

  @Override
  public String toString() {
    return name;
  }
}
