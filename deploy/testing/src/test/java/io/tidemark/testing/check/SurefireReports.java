package io.tidemark.testing.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What the reports of unit tests say, of those that are not older than the check. */
final class SurefireReports {
  private static final int MAX_MESSAGE = 300;
  private static final Pattern FRAME =
      Pattern.compile(
          "\\bat (?:\\S+/)?(io\\.tidemark\\.[\\w.$]+)\\.[\\w$<>]+\\((\\w+\\.java):(\\d+)\\)");

  private final Path root;
  private final Modules modules;
  private final FileTime since;
  private final Set<Finding> findings = new TreeSet<>();
  private final Set<String> classes = new HashSet<>();
  private final Set<String> failed = new HashSet<>();

  SurefireReports(Path root, Modules modules, FileTime since) {
    this.root = root;
    this.modules = modules;
    this.since = since;
    modules.folders().forEach(this::readModule);
  }

  Set<Finding> findings() {
    return findings;
  }

  /** Names of the classes whose tests ran. */
  Set<String> classes() {
    return classes;
  }

  /** Modules with a test that failed. */
  Set<String> failedModules() {
    return failed;
  }

  private void readModule(String module) {
    Path folder = root.resolve(module).resolve("target/surefire-reports");
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(SurefireReports::isReport).sorted().toList()) {
        if (Files.getLastModifiedTime(file).compareTo(since) >= 0) {
          read(module, file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isReport(Path file) {
    return file.getFileName().toString().matches("TEST-.*\\.xml");
  }

  private void read(String module, Path file) throws IOException {
    NodeList cases;
    try {
      cases =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getElementsByTagName("testcase");
    } catch (SAXException | ParserConfigurationException e) {
      throw new IOException("not a report of tests: " + file, e);
    }
    classes.add(file.getFileName().toString().replaceAll("TEST-|\\.xml", ""));
    for (int i = 0; i < cases.getLength(); i++) {
      var test = (Element) cases.item(i);
      for (String kind : List.of("failure", "error")) {
        NodeList failures = test.getElementsByTagName(kind);
        if (failures.getLength() > 0) {
          failed(module, test, failures.item(0));
        }
      }
    }
  }

  private void failed(String module, Element test, Node failure) {
    failed.add(module);
    String trace = failure.getTextContent();
    // What the rules on pages and classes find is in the message, line by line.
    Set<Finding> named =
        trace
            .lines()
            .flatMap(line -> Finding.read(line).stream())
            .filter(finding -> Files.exists(root.resolve(finding.file())))
            .collect(Collectors.toSet());
    if (named.isEmpty()) {
      findings.add(ofTest(module, test, (Element) failure));
    } else {
      findings.addAll(named);
    }
  }

  private Finding ofTest(String module, Element test, Element failure) {
    String type = test.getAttribute("classname");
    String simple = type.substring(type.lastIndexOf('.') + 1);
    String file = modules.source(outermost(type)).orElse(module + "/pom.xml");
    int line = 1;
    for (MatchResult frame : FRAME.matcher(failure.getTextContent()).results().toList()) {
      // The topmost frame in a test's source; a contract's tests are in another file than its
      // class.
      String source = modules.source(outermost(frame.group(1))).orElse("");
      if (source.contains("/src/test/")) {
        file = source;
        line = Integer.parseInt(frame.group(3));
        break;
      }
    }
    return new Finding(
        file,
        line,
        "%s.%s failed: %s".formatted(simple, test.getAttribute("name"), message(failure)),
        "alone: mvn -pl %s -am test -Dtest=%s -Dsurefire.failIfNoSpecifiedTests=false"
            .formatted(module, simple));
  }

  private static String message(Element failure) {
    String text =
        failure.hasAttribute("message")
            ? failure.getAttribute("message")
            : failure.getAttribute("type");
    text = text.strip().replaceAll("\\s+", " ");
    return text.isEmpty()
        ? failure.getAttribute("type")
        : text.length() <= MAX_MESSAGE ? text : text.substring(0, MAX_MESSAGE) + " …";
  }

  private static String outermost(String type) {
    return type.replaceAll("\\$.*", "");
  }
}
