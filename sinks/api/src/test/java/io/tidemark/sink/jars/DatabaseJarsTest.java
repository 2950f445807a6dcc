package io.tidemark.sink.jars;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseJarsTest {
  @TempDir Path folder;

  @Test
  void nameTheOneThatIsMissingAndSayHowItIsAdded() throws Exception {
    Path list = folder.resolve("META-INF/tidemark/databases-beside");
    Files.createDirectories(list.getParent());
    Files.writeString(list, "faraway\nelsewhere\n");
    URL[] urls = {folder.toUri().toURL()};
    try (var loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      assertThat(DatabaseJars.beside(loader)).containsExactlyInAnyOrder("faraway", "elsewhere");
      assertThat(DatabaseJars.missing("elsewhere", loader))
          .hasValueSatisfying(
              text ->
                  assertThat(text)
                      .contains("target.type=elsewhere", "tidemark-elsewhere.jar")
                      .contains("-C file:///FOLDER/tidemark-elsewhere.jar"));
    }
  }

  @Test
  void saysNothingOfATypeThatIsThereOrThatNobodyKnows() {
    ClassLoader loader = getClass().getClassLoader();
    assertThat(DatabaseJars.missing("null", loader)).isEmpty();
    assertThat(DatabaseJars.missing("elsewhere", loader)).isEmpty();
  }
}
