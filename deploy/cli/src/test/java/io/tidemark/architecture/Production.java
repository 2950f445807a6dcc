package io.tidemark.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The classes of all modules but the tests and benchmarks, and where a rule finds fault with them.
 */
final class Production {
  /**
   * As they were compiled, not as a jar has them, which may be of an older build. One that stands
   * in the place of a library's is none of ours.
   */
  static final JavaClasses CLASSES =
      new ClassFileImporter().importPaths(folders()).that(resideInAPackage("io.tidemark.."));

  private Production() {}

  static List<Path> folders() {
    Path root = Repository.root();
    return Sources.modules(root).stream()
        .filter(module -> !module.startsWith(root.resolve("benchmarks")))
        .map(module -> module.resolve("target/classes"))
        .filter(Files::isDirectory)
        .toList();
  }

  /** Where the rule does not hold. */
  static List<Finding> against(ArchRule rule, String remedy) {
    return Violations.of(rule, CLASSES, remedy);
  }
}
