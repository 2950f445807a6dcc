package io.tidemark.job.write;

import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Answers as a test says. */
public final class ScriptedDatabase extends TestDatabase {
  private static volatile Function<Payload, CompletableFuture<WriteResult>> script;

  public ScriptedDatabase() {
    super("scripted", false);
  }

  static void answers(Function<Payload, CompletableFuture<WriteResult>> answers) {
    script = answers;
  }

  static void answers(ResponseClass outcome) {
    answers(payload -> CompletableFuture.completedFuture(result(outcome)));
  }

  @Override
  CompletableFuture<WriteResult> answer(Payload payload) {
    return script.apply(payload);
  }
}
