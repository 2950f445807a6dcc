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
 * A set-up of a family: real parts with their values.
 *
 * @param family name of the family, which decides whether the set-up is held out
 * @param name name of the family with the values, used for files and options
 * @param from where the set-up was seen: a section of the review, or a row of the design's table
 * @param colocated whether job and database share a core on purpose, so that the host is full
 * @param raw the parts as data, from which the hash is computed
 */
public record Setup(
    String family, String name, String from, boolean colocated, ObjectNode raw, List<Knob> knobs) {
  static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

  /** Length of the hash in hexadecimal digits, 48 bits. */
  private static final int HASH = 12;

  /** Returns the parts unchanged. */
  public Parts parts() {
    return parts(raw);
  }

  /** Returns the parts with one property doubled. */
  public Parts turned(Knob knob) {
    return parts(knob.turn(raw));
  }

  private static Parts parts(ObjectNode raw) {
    return JSON.convertValue(raw, Parts.class);
  }

  /**
   * Returns a hash of everything that a measurement depends on: the parts and the knobs, but not
   * the name. A changed set-up needs a new truth.
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
