package io.tidemark.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.Route;
import java.io.IOException;
import java.util.ArrayList;

/** Pages of a JobManager, for the message of a test that fails. */
final class JobPages {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JobPages() {}

  /** What its JobManager says of its tasks, its checkpoints and the last failure. */
  static String of(Applications applications, String name) {
    try (Route route = applications.route(name)) {
      String job = "jobs/" + applications.jobId(name);
      var tasks = new ArrayList<String>();
      for (JsonNode task : JSON.readTree(TestKubernetes.page(route.rest(), job)).path("vertices")) {
        tasks.add(
            "%s %s read %s wrote %s"
                .formatted(
                    task.path("name").asText(),
                    task.path("tasks"),
                    task.at("/metrics/read-records"),
                    task.at("/metrics/write-records")));
      }
      return "tasks: %s; checkpoints: %s; failures: %s"
          .formatted(
              tasks,
              JSON.readTree(TestKubernetes.page(route.rest(), job + "/checkpoints")).path("counts"),
              JSON.readTree(TestKubernetes.page(route.rest(), job + "/exceptions?maxExceptions=1"))
                  .at("/exceptionHistory/entries/0/stacktrace")
                  .asText()
                  .lines()
                  .limit(1)
                  .toList());
    } catch (IOException | RuntimeException e) {
      return "its JobManager does not say: " + e;
    }
  }
}
