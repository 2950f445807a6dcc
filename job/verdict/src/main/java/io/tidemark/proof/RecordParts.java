package io.tidemark.proof;

import java.lang.reflect.RecordComponent;
import java.util.function.Function;

/** Reads and replaces all components of a record alike, whichever they are. */
final class RecordParts {
  private RecordParts() {}

  /** Returns a record of the same type with these components. */
  @SuppressWarnings("unchecked") // made by the constructor of its own type
  static <R extends Record> R with(R record, Function<RecordComponent, Object> parts) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    var types = new Class<?>[components.length];
    var values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = parts.apply(components[i]);
    }
    try {
      return (R) record.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("can't make a " + record.getClass(), e);
    }
  }

  static Object read(RecordComponent part, Record record) {
    try {
      return part.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("can't read " + part, e);
    }
  }
}
