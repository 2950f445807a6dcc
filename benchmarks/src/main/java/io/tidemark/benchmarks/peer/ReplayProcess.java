package io.tidemark.benchmarks.peer;

import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.measure.CapturedBodies;
import io.tidemark.benchmarks.measure.Contender;
import io.tidemark.benchmarks.measure.ContenderWindow;
import io.tidemark.benchmarks.measure.Database;
import io.tidemark.benchmarks.measure.Figures;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.Reading;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.OwnedProcess;
import io.tidemark.testing.JavaCommand;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs {@link Replay} in a separate process, with a database of its own. */
public record ReplayProcess(OwnedProcess child, Database database) implements Contender {
  private static final String CPU = "cpu";

  public static ReplayProcess start(CapturedBodies bodies, int connections) {
    Database database = Database.start();
    return new ReplayProcess(launch(bodies, database.url(), connections), database);
  }

  static OwnedProcess launch(CapturedBodies bodies, URI target, int connections) {
    Path folder = OwnedProcess.newFolder("replay");
    Path file = folder.resolve("bodies");
    bodies.write(file);
    return OwnedProcess.start(
        folder,
        JavaCommand.of(
            Replay.class,
            List.of("-Xmx512m", "-XX:+UseSerialGC"),
            List.of(
                target.resolve("/api/v1/write").toString(),
                file.toString(),
                Integer.toString(connections))));
  }

  @Override
  public List<LinuxProcess> processes() {
    return List.of(child.process(), database.process());
  }

  @Override
  public Reading read() {
    var counters = new HashMap<>(database.read());
    counters.put(CPU, child.cpuSeconds());
    return Reading.now(counters.get(Database.ROWS), counters);
  }

  @Override
  public Map<String, Figure> figures(List<ContenderWindow> windows) {
    Database.requireAllStored(windows);
    var figures = new Figures(windows);
    JobFigures.addStore(figures);
    figures.add("replay CPU", JobFigures.CPU_UNIT, NEITHER, window -> window.perSample(CPU) * 1e6);
    return figures.all();
  }

  @Override
  public void close() {
    child.close();
    database.close();
  }
}
