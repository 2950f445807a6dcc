package io.tidemark.testrun;

import io.tidemark.testrun.TestEvent.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Writes down what happens to every test of this JVM, for {@link TestRunSummary}. Surefire's own
 * reports lack why a class did not run, and how long its set-up took.
 */
public final class TestEvents implements TestExecutionListener {
  static final Path FOLDER = Path.of("target", "test-events");

  private final Path file;
  private final Map<String, Long> startedMillis = new ConcurrentHashMap<>();

  /** In the working folder, which is the module's. */
  public TestEvents() {
    this(FOLDER.resolve(ProcessHandle.current().pid() + ".tsv"));
  }

  TestEvents(Path file) {
    this.file = file;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    startedMillis.put(test.getUniqueId(), System.currentTimeMillis());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    write(test, Outcome.SKIPPED, "", reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Throwable thrown = result.getThrowable().orElse(null);
    if (result.getStatus() == Status.FAILED) {
      write(test, Outcome.FAILED, thrown == null ? "" : thrown.getClass().getName(), text(thrown));
    } else if (result.getStatus() == Status.ABORTED) {
      write(test, Outcome.SKIPPED, "", thrown == null ? "" : String.valueOf(thrown.getMessage()));
    } else {
      write(test, Outcome.PASSED, "", "");
    }
  }

  /** The message, and where in our code it was thrown. */
  private static String text(Throwable thrown) {
    if (thrown == null) {
      return "";
    }
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith("io.tidemark.")) {
        return "%s (%s:%d)"
            .formatted(thrown.getMessage(), frame.getFileName(), frame.getLineNumber());
      }
    }
    return String.valueOf(thrown.getMessage());
  }

  private void write(TestIdentifier test, Outcome outcome, String failure, String text) {
    TestSource source = test.getSource().orElse(null);
    String type;
    String method;
    if (source instanceof ClassSource of) {
      type = of.getClassName();
      method = "";
    } else if (source instanceof MethodSource of) {
      if (!test.isTest() && outcome == Outcome.PASSED) {
        // Its invocations are written down one by one.
        return;
      }
      type = of.getClassName();
      method = of.getMethodName() + invocation(test);
    } else {
      return;
    }
    long began = startedMillis.getOrDefault(test.getUniqueId(), System.currentTimeMillis());
    long took = System.currentTimeMillis() - began;
    append(new TestEvent(test.getUniqueId(), type, method, outcome, began, took, failure, text));
  }

  /** "[2]" of a test with parameters, else "". */
  private static String invocation(TestIdentifier test) {
    String last = test.getUniqueIdObject().getLastSegment().getValue();
    return last.startsWith("#") ? "[" + last.substring(1) + "]" : "";
  }

  private synchronized void append(TestEvent event) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          event.line() + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
