package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.Loopback;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A proxy before the database, on loopback: haproxy, nginx, vmauth or vmagent. Not thread-safe. */
final class Proxy implements AutoCloseable {
  private final Server server;
  private final URI backend;
  private final Optional<ControlGroup> group;
  private final URI url = Loopback.http(Loopback.freePort());

  /** The port of backends that do not listen. */
  private final int deadPort = Loopback.freePort();

  private Parts.Proxy spec;
  private int starts;

  Proxy(Parts.Proxy spec, URI backend) {
    this.spec = spec;
    this.backend = backend;
    server = new Server(spec.type(), "TERM");
    group = spec.cores() > 0 ? Optional.of(ControlGroup.make()) : Optional.empty();
    try {
      group.ifPresent(made -> made.quota(spec.cores()));
      start();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  URI url() {
    return url;
  }

  /**
   * Returns the addresses of metrics pages that {@code diagnose} can read; none if it has no such
   * page.
   */
  List<URI> pages() {
    return spec.type().startsWith("vm") ? List.of(url) : List.of();
  }

  /**
   * Changes the proxy's settings, and returns whether that took a restart. haproxy is changed while
   * it runs, as its operators do.
   */
  boolean become(Parts.Proxy next) {
    if (next.equals(spec)) {
      return false;
    }
    Parts.Proxy before = spec;
    spec = next;
    group.ifPresent(made -> made.quota(next.cores()));
    boolean live =
        spec.type().equals("haproxy")
            && before.refused() == next.refused()
            && before.status() == next.status();
    if (live) {
      tell("set maxconn server database/live " + next.atOnce());
      for (int i = 1; i <= Math.max(before.dead(), next.dead()); i++) {
        tell(
            "set server database/dead%d state %s"
                .formatted(i, i <= next.dead() ? "ready" : "maint"));
      }
      return false;
    }
    boolean quotaAlone = before.cores() != next.cores() && before.atOnce() == next.atOnce();
    return !quotaAlone && start();
  }

  private boolean start() {
    starts++;
    var wrapper = group.map(ControlGroup::wrapper).orElse(List.of());
    return switch (spec.type()) {
      case "haproxy" ->
          server.run(
              wrapper,
              List.of(
                  Programs.find("haproxy", "TIDEMARK_TEST_HAPROXY").toString(),
                  "-db",
                  "-f",
                  write("haproxy", haproxy())),
              () -> Server.listens(url));
      case "nginx" ->
          server.run(
              wrapper,
              List.of(
                  Programs.find("nginx", "TIDEMARK_TEST_NGINX").toString(),
                  "-p",
                  server.folder().toString(),
                  "-e",
                  server.folder().resolve("error.log").toString(),
                  "-c",
                  write("nginx", nginx())),
              () -> Server.listens(url));
      case "vmauth" ->
          server.run(
              wrapper,
              List.of(
                  Programs.besideVictoriaMetrics("vmauth").toString(),
                  "-httpListenAddr=" + url.getAuthority(),
                  "-maxConcurrentRequests=" + spec.atOnce(),
                  "-maxQueueDuration=1m",
                  "-auth.config="
                      + write(
                          "vmauth",
                          "unauthorized_user: {url_prefix: \"%s\"}%n".formatted(backend))),
              () -> Server.listens(url));
      case "vmagent" ->
          server.run(
              wrapper,
              List.of(
                  Programs.besideVictoriaMetrics("vmagent").toString(),
                  "-httpListenAddr=" + url.getAuthority(),
                  "-remoteWrite.url=" + backend.resolve("/api/v1/write"),
                  "-remoteWrite.tmpDataPath=" + server.folder().resolve("queue")),
              () -> Server.answersOk(url.resolve("/health")));
      default -> throw new IllegalArgumentException("no proxy is named " + spec.type());
    };
  }

  /**
   * Writes a configuration under a new name each time, so that the server's command line differs.
   */
  private String write(String name, String text) {
    try {
      Path folder = Files.createDirectories(server.folder());
      return Files.writeString(folder.resolve("%s-%d.conf".formatted(name, starts)), text)
          .toString();
    } catch (IOException e) {
      throw new IllegalStateException("%s's configuration can't be written".formatted(name), e);
    }
  }

  private String haproxy() {
    var text = new StringBuilder();
    text.append("global\n  stats socket %s level admin%n".formatted(socket()));
    text.append(
        "defaults\n  mode http\n  timeout connect 1s\n  timeout client 90s\n  timeout server 90s\n");
    text.append("  timeout queue 60s\n  retries 0\n  maxconn 2000\n");
    text.append("frontend writes\n  bind %s%n".formatted(url.getAuthority()));
    if (spec.refused() > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "  http-request return status %d if METH_POST { rand(1000) lt %d }%n",
              spec.status(),
              Math.round(1000 * spec.refused())));
    }
    text.append("  default_backend database\nbackend database\n  balance roundrobin\n");
    text.append("  server live %s maxconn %d%n".formatted(backend.getAuthority(), spec.atOnce()));
    for (int i = 1; i <= spec.dead(); i++) {
      text.append("  server dead%d 127.0.0.1:%d%n".formatted(i, deadPort));
    }
    return text.toString();
  }

  private String nginx() {
    var text = new StringBuilder();
    text.append(
        "daemon off;\nworker_processes 1;\npid %s;%n".formatted(server.folder().resolve("pid")));
    text.append("events {}\nhttp {\n  access_log off;\n  client_max_body_size 64m;\n");
    for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
      text.append("  %s_temp_path %s;%n".formatted(kind, server.folder().resolve(kind)));
    }
    if (spec.perSecond() > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "  limit_req_zone all zone=writes:1m rate=%.0fr/s;%n",
              spec.perSecond()));
    }
    // A dead backend keeps getting requests in turn, as without health checks.
    text.append(
        "  upstream database {\n    server %s max_fails=0;%n".formatted(backend.getAuthority()));
    for (int i = 1; i <= spec.dead(); i++) {
      text.append("    server 127.0.0.%d:%d max_fails=0;%n".formatted(i, deadPort));
    }
    text.append(
        "    keepalive 32;\n  }\n  server {\n    listen %s;%n".formatted(url.getAuthority()));
    text.append(
        "    location / {\n      proxy_pass http://database;\n      proxy_http_version 1.1;\n");
    text.append("      proxy_set_header Connection \"\";\n      proxy_next_upstream off;\n");
    text.append("      proxy_request_buffering off;\n      proxy_connect_timeout 1s;\n");
    if (spec.perSecond() > 0) {
      text.append("      limit_req zone=writes burst=100;\n");
    }
    return text.append("    }\n  }\n}\n").toString();
  }

  /** Returns the path of haproxy's socket, which is short because it may have at most 107 bytes. */
  private Path socket() {
    return server.folder().resolve("s");
  }

  private void tell(String command) {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket()));
      channel.write(ByteBuffer.wrap((command + "\n").getBytes(StandardCharsets.US_ASCII)));
      var answer = ByteBuffer.allocate(1 << 12);
      while (channel.read(answer) > 0) {
        // haproxy closes the connection after its answer.
      }
      String said =
          new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII).strip();
      if (!said.isEmpty() && !said.contains("changed")) {
        throw new IllegalStateException(
            "haproxy does not take \"%s\": %s".formatted(command, said));
      }
    } catch (IOException e) {
      throw new IllegalStateException("haproxy can't be told \"%s\"".formatted(command), e);
    }
  }

  @Override
  public void close() {
    server.close();
    group.ifPresent(ControlGroup::close);
  }
}
