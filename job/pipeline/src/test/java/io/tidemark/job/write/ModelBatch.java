package io.tidemark.job.write;

import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** A batch in the queue of its writer in {@link WriterModel}, and what the database says of it. */
final class ModelBatch {
  private final WriterModel model;
  private final ModelWriter writer;
  private final String samples;
  private final StringBuilder progress = new StringBuilder();
  private WriteOutcome outcome;
  private CompletableFuture<WriteResult> request;
  private String piece = "";
  private Runnable again;

  ModelBatch(WriterModel model, ModelWriter writer, String samples) {
    this.model = model;
    this.writer = writer;
    this.samples = samples;
  }

  String samples() {
    return samples;
  }

  CompletableFuture<WriteResult> sent(String ofSamples) {
    model.require(request == null, "two requests of one batch at once");
    piece = ofSamples;
    request = new CompletableFuture<>();
    return request;
  }

  /** Its back-off ends when the schedule says so. */
  void later(Runnable send) {
    again = send;
  }

  void ended(WriteOutcome with) {
    outcome = with;
  }

  boolean hasEnded() {
    return outcome != null;
  }

  void addSteps(List<WriterModel.Named> steps) {
    if (outcome != null) {
      steps.add(new WriterModel.Named("emit " + samples, () -> writer.emit(this, outcome)));
    }
    if (again != null) {
      steps.add(new WriterModel.Named("again " + samples, this::sendAgain));
    }
    if (request == null) {
      return;
    }
    steps.add(new WriterModel.Named("answer " + piece, this::answer));
    if (model.mayFault()) {
      steps.add(
          new WriterModel.Named("busy " + piece, () -> fault(ResponseClass.THROTTLED, false)));
      steps.add(new WriterModel.Named("lost " + piece, () -> fault(ResponseClass.RETRY, true)));
    }
    if (model.mayRestart()) {
      steps.add(new WriterModel.Named("give up " + piece, this::giveUp));
    }
  }

  private void answer() {
    boolean refused = model.refuses(piece);
    progress.append(refused ? '-' : '+').append(piece);
    model.store(piece);
    complete(refused ? ResponseClass.REJECT : ResponseClass.OK, OptionalLong.empty());
  }

  private void fault(ResponseClass said, boolean storesIt) {
    model.faulted();
    if (storesIt) {
      model.store(piece);
    }
    complete(said, OptionalLong.empty());
  }

  /** The database wants a longer wait than the deadline has. */
  private void giveUp() {
    model.givesUp();
    complete(ResponseClass.RETRY, OptionalLong.of(10 * ModelWriter.DEADLINE.toMillis()));
    model.gaveUp();
  }

  private void complete(ResponseClass said, OptionalLong retryAfterMillis) {
    CompletableFuture<WriteResult> answered = request;
    request = null;
    writer.actsFor(this);
    answered.complete(
        new WriteResult(said, "", 1, 0, "", "", retryAfterMillis, new RequestTiming(0, 0, 0)));
  }

  private void sendAgain() {
    Runnable send = again;
    again = null;
    writer.sends(this);
    send.run();
  }

  void describe(StringBuilder text) {
    text.append('{').append(samples).append(progress).append(outcome != null);
    text.append(request != null).append(again != null).append('}');
  }
}
