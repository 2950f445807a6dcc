package io.tidemark.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassedModulesTest {
  @TempDir Path root;

  @BeforeEach
  void threeModulesInARow() throws IOException {
    write("pom.xml", "<module>a</module><module>b</module><module>c</module>");
    write("a/pom.xml", pom("tidemark-a"));
    write("b/pom.xml", pom("tidemark-b") + "<artifactId>tidemark-a</artifactId>");
    write("c/pom.xml", pom("tidemark-c") + "<artifactId>tidemark-b</artifactId>");
    write("a/src/main/java/A.java", "class A {}");
    write("b/src/main/java/B.java", "class B {}");
    write("c/src/test/java/CTest.java", "Repository.root()");
    write("docs/page.md", "page");
  }

  private static String pom(String name) {
    return "<artifactId>tidemark</artifactId></parent><artifactId>%s</artifactId>".formatted(name);
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private PassedModules modules() {
    return new PassedModules(root, root.resolve(".check"));
  }

  private String keys() throws IOException {
    PassedModules modules = modules();
    return modules.key("a") + " " + modules.key("b") + " " + modules.key("c");
  }

  /** Of the keys of a, b and c those that are others after a file is written. */
  private String changedBy(String file) throws IOException {
    String[] before = keys().split(" ");
    write(file, "changed");
    String[] after = keys().split(" ");
    var changed = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      changed.append(before[i].equals(after[i]) ? "" : "abc".charAt(i));
    }
    return changed.toString();
  }

  @Test
  void aChangeIsOneOfAllThatKnowTheModule() throws IOException {
    assertThat(changedBy("a/src/main/java/A.java")).isEqualTo("abc");
    assertThat(changedBy("b/src/main/java/New.java")).isEqualTo("bc");
    assertThat(changedBy("c/src/main/java/New.java")).isEqualTo("c");
    assertThat(changedBy("pom.xml")).isNotEmpty();
  }

  @Test
  void aPageIsOneOfThoseThatReadFilesBesideThem() throws IOException {
    assertThat(changedBy("docs/page.md")).isEqualTo("c");
    assertThat(changedBy("LICENSE")).isEqualTo("c");
    assertThat(changedBy("deploy/.env")).isEqualTo("c");
    assertThat(changedBy("a/target/made")).isEmpty();
    assertThat(changedBy("a/.tidemark/run.log")).isEmpty();
  }

  @Test
  void whatPassedHasPassedUntilItChanges() throws IOException {
    String key = modules().key("b");
    assertThat(modules().has("b", key)).isFalse();
    modules().add("b", key);
    assertThat(modules().has("b", key)).isTrue();
    write("b/src/main/java/B.java", "class B { int b; }");
    assertThat(modules().has("b", modules().key("b"))).isFalse();
  }
}
