package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** A command that was executed in this process: its exit code, and what it printed. */
public record Executed(int code, String out, String err) {
  public static Executed of(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.execute(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Executed(code, out.toString(), err.toString());
  }

  public static Executed of(List<String> arguments) {
    return of(arguments.toArray(String[]::new));
  }

  /** Asserts that it ended with one of these codes. */
  public Executed assertCode(Integer... codes) {
    assertThat(code).as(err).isIn((Object[]) codes);
    return this;
  }

  public JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out);
  }
}
