package io.tidemark.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of all modules but the tests and benchmarks. */
final class Production {
  /** Without the libraries that the job's jar carries under our name. */
  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("/io/tidemark/shaded/"))
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.tidemark");

  private Production() {}
}
