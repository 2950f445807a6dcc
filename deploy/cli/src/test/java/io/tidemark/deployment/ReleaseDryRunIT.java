package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.deployment.ProjectCopy.Answer;
import io.tidemark.process.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code deploy/release/release} makes of a commit, with the real programs but for those that
 * publish: they write down how they were called.
 */
@TestMethodOrder(OrderAnnotation.class)
@Tag("slow")
@Tag("guards:deploy/release")
class ReleaseDryRunIT {
  private static final String HELM = "TIDEMARK_TEST_HELM";
  private static final String SIGNER = "test@tidemark.example";
  private static final String DIGEST = "sha256:" + "1234".repeat(16);

  /** Docker says in a file what it has pushed, and Helm says it as it pushes. */
  private static final String PUBLISHER =
      """
      #!/usr/bin/env bash
      set -eu
      name=${0##*/}
      case "$name $1 ${2:-}" in
        'docker buildx version') exit ;;
        'helm push '*) echo 'Digest: %1$s' ;;
        helm*) exec "$REAL_HELM" "$@" ;;
      esac
      echo "$name $*" >>"${0%%/*}/calls"
      while [ $# -gt 0 ]; do
        [ "$1" != --metadata-file ] || echo '{"containerimage.digest": "%1$s"}' >"$2"
        shift
      done
      """
          .formatted(DIGEST);

  @TempDir private static Path folder;
  private static String version;
  private static ProjectCopy copy;
  private static Path programs;
  private static Path keys;
  private static Path made;
  private static String helm;
  private static Answer dryRun;

  @BeforeAll
  static void release() throws Exception {
    assumeTrue(OwnedProcess.onPath("gpg"), "nothing can be signed: gpg is not on the PATH");
    version = ProjectCopy.version();
    copy = ProjectCopy.in(folder.resolve("copy"));
    copy.release("--set-version", version);
    copy.commit("Version " + version);
    helm = helm();
    made = copy.root().resolve("deploy/release/target").resolve(version);
    programs = Files.createDirectory(folder.resolve("programs"));
    for (String name : List.of("docker", "cosign", "scp", "helm")) {
      if (!name.equals("helm") || hasHelm()) {
        Path program = Files.writeString(programs.resolve(name), PUBLISHER);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
    var own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    keys = Files.createDirectory(folder.resolve("keys"), own);
    Answer key = gpg(keys, "--passphrase", "", "--quick-generate-key", SIGNER);
    assertThat(key.exitCode()).as(key.errors()).isZero();

    List<String> offline = canLeaveTheNetwork() ? List.of("unshare", "-rn") : List.of();
    dryRun = copy.release(offline, with(Map.of("TIDEMARK_RELEASE_GPG_KEY", SIGNER)), version);

    assertThat(dryRun.exitCode()).as(dryRun.errors()).isZero();
  }

  @AfterAll
  static void end() throws Exception {
    if (copy == null) {
      return;
    }
    copy.answer(List.of("gpgconf", "--homedir", keys.toString(), "--kill", "all"), Map.of());
  }

  /** The one that the script takes if nobody hides it: empty without any. */
  private static String helm() throws Exception {
    String script =
        "root='%s'; . \"$root/deploy/tools/machine.sh\"; . \"$root/deploy/tools/helm.sh\""
            .formatted(copy.root());
    String named = System.getenv().getOrDefault(HELM, "");
    Answer answer =
        copy.answer(
            List.of("bash", "-euc", script + "; ! have_helm || echo \"$helm\""),
            Map.of(HELM, named));
    assertThat(answer.exitCode()).as(answer.errors()).isZero();
    return answer.output().strip();
  }

  private static boolean hasHelm() {
    return !helm.isEmpty();
  }

  private static void needsHelm() {
    assumeTrue(
        hasHelm(), "no chart was packed: no helm is on the PATH, and " + HELM + " is not set");
  }

  private static boolean canLeaveTheNetwork() throws Exception {
    return OwnedProcess.onPath("unshare")
        && copy.answer(List.of("unshare", "-rn", "true"), Map.of()).exitCode() == 0;
  }

  private static Answer gpg(Path home, String... arguments) throws Exception {
    var command =
        Stream.concat(
            Stream.of("gpg", "--homedir", home.toString(), "--batch"), Stream.of(arguments));
    return copy.answer(command.toList(), Map.of());
  }

  private static Map<String, String> with(Map<String, String> settings) {
    var environment = new TreeMap<>(settings);
    environment.put("PATH", programs + ":" + System.getenv("PATH"));
    environment.put("GNUPGHOME", keys.toString());
    if (hasHelm()) {
      environment.put("REAL_HELM", helm);
    }
    return environment;
  }

  private static List<String> commands(
      String images, String charts, String archives, String key, String digest) {
    Path target = made.getParent();
    String build =
        "docker buildx build --platform linux/amd64,linux/arm64 --file deploy/image/%s --tag "
            + images
            + "/%s:"
            + version
            + " --sbom=true --provenance=true --metadata-file "
            + target
            + "/%s.json --push .";
    String sign = "cosign sign --yes --key " + key + " %s@" + digest;
    return List.of(
        build.formatted("Dockerfile", "tidemark", "tidemark"),
        sign.formatted(images + "/tidemark"),
        build.formatted("cli.Dockerfile", "tidemark-cli", "tidemark-cli"),
        sign.formatted(images + "/tidemark-cli"),
        "helm push %s/tidemark-%s.tgz %s".formatted(made, version, charts),
        sign.formatted(charts.replace("oci://", "") + "/tidemark"),
        "scp -r %s %s".formatted(made, archives));
  }

  private static List<String> calls() throws IOException {
    Path calls = programs.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  @Test
  void theArchiveSaysItsVersionAndCommit() throws Exception {
    Path unpacked = Files.createDirectory(folder.resolve("unpacked"));
    String archive = made.resolve("tidemark-%s.tar.gz".formatted(version)).toString();
    copy.answer(List.of("tar", "-xzf", archive, "-C", unpacked.toString()), Map.of());
    String program = unpacked.resolve("tidemark-%s/tidemark".formatted(version)).toString();

    Answer answer = copy.answer(List.of(program, "--version"), Map.of());

    assertThat(answer.output())
        .contains("%s, commit %s of ".formatted(version, copy.git("log", "-1", "--format=%h")));
  }

  @Test
  void theBillOfMaterialsLiesBesideIt() throws IOException {
    Path bill = made.resolve("tidemark-%s.cdx.json".formatted(version));
    assertThat(bill).content().contains("\"CycloneDX\"", "\"" + version + "\"");
  }

  @Test
  void theChartHasTheVersionAndNamesTheImagesOfIt() throws Exception {
    needsHelm();
    Path unpacked = Files.createDirectory(folder.resolve("chart"));
    String chart = made.resolve("tidemark-%s.tgz".formatted(version)).toString();
    copy.answer(List.of("tar", "-xzf", chart, "-C", unpacked.toString()), Map.of());
    assertThat(unpacked.resolve("tidemark/Chart.yaml"))
        .content()
        .contains("\nversion: " + version, "appVersion: " + version);

    var release =
        Chart.rendered(
            Chart.withDatabase(unpacked.resolve("tidemark"))
                .set("watch.enabled", "true")
                .set("prometheusRule.enabled", "true"));

    assertThat(at(release.get("FlinkDeployment/tidemark"), "spec", "image"))
        .isEqualTo("tidemark:" + version);
    assertThat(release.get("Deployment/tidemark-watch").toString())
        .contains("tidemark-cli:" + version);
    assertThat(release.get("PrometheusRule/tidemark").toString()).contains("TidemarkFallsBehind");
  }

  /** It checks the checksums of all others. */
  @Test
  void theSignatureIsOfAllFilesAndOfThemAlone() throws Exception {
    Path sums = made.resolve("SHA256SUMS");
    Path signature = made.resolve("SHA256SUMS.asc");
    assertThat(gpg(keys, "--verify", signature.toString(), sums.toString()).exitCode()).isZero();
    Path other = Files.writeString(folder.resolve("other"), Files.readString(sums) + "\n");
    assertThat(gpg(keys, "--verify", signature.toString(), other.toString()).exitCode())
        .isNotZero();

    Answer checked =
        copy.answer(
            List.of("bash", "-c", "cd '%s' && sha256sum --strict -c SHA256SUMS".formatted(made)),
            Map.of());
    assertThat(checked.exitCode()).as(checked.errors()).isZero();
    try (Stream<Path> files = Files.list(made)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> !name.startsWith("SHA256SUMS"))
          .hasSize(hasHelm() ? 3 : 2)
          .allSatisfy(name -> assertThat(checked.output()).contains(name + ": OK"));
    }
  }

  /** It ran where there is no network, if that can be made here, and called none of these. */
  @Test
  void whatWouldLeaveTheMachineIsPrinted() throws Exception {
    assertThat(dryRun.output().replace(programs + "/", "").lines())
        .containsExactlyElementsOf(
            commands(
                "$TIDEMARK_RELEASE_IMAGES",
                "$TIDEMARK_RELEASE_CHARTS",
                "$TIDEMARK_RELEASE_ARCHIVES",
                "$TIDEMARK_RELEASE_COSIGN_KEY",
                "DIGEST"));
    assertThat(dryRun.errors()).contains("nothing was published");
  }

  @Test
  void theImagesFindWhatTheyTake() {
    assertThat(copy.root().resolve("job/target/tidemark-job.jar")).isNotEmptyFile();
    assertThat(made.resolveSibling("tidemark-%s.tar.gz".formatted(version))).isNotEmptyFile();
  }

  /** Last, for it makes the folder anew that the others look at. */
  @Test
  @Order(Integer.MAX_VALUE)
  void publishingRunsTheVeryCommandsAndWithoutAKeyNothingIsSigned() throws Exception {
    needsHelm();
    assertThat(calls()).isEmpty();
    var settings =
        new TreeMap<>(
            Map.of(
                "TIDEMARK_SKIP_BUILD", "1",
                "TIDEMARK_RELEASE_IMAGES", "registry.example/team",
                "TIDEMARK_RELEASE_CHARTS", "oci://registry.example/team/charts",
                "TIDEMARK_RELEASE_ARCHIVES", "files.example:releases",
                "TIDEMARK_RELEASE_GPG_KEY", SIGNER,
                "TIDEMARK_RELEASE_COSIGN_KEY", "awskms:///alias/release"));

    Answer published = copy.release(List.of(), with(settings), version, "--publish");

    assertThat(published.exitCode()).as(published.errors()).isZero();
    assertThat(calls())
        .containsExactlyElementsOf(
            commands(
                "registry.example/team",
                "oci://registry.example/team/charts",
                "files.example:releases",
                "awskms:///alias/release",
                DIGEST));
    Files.delete(programs.resolve("calls"));

    settings.keySet().removeIf(name -> name.startsWith("TIDEMARK_RELEASE_"));
    Answer unsigned = copy.release(List.of(), with(settings), version);

    assertThat(made.resolve("SHA256SUMS.asc")).doesNotExist();
    assertThat(unsigned.errors()).contains("nothing is signed");
    assertThat(unsigned.output())
        .contains("gpg --batch --yes --local-user $TIDEMARK_RELEASE_GPG_KEY --armor");
    assertThat(calls()).isEmpty();
  }
}
