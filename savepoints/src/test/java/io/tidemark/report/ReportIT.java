package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.job.config.ConfigException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The report as a person gets it, in a real browser that has no network. */
class ReportIT {
  private static final String COLOURED_PIXELS =
      """
      return [...document.querySelectorAll('canvas')].map(canvas => {
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        let coloured = 0;
        for (let i = 0; i < data.length; i += 4) {
          const spread = Math.max(data[i], data[i+1], data[i+2]) - Math.min(data[i], data[i+1], data[i+2]);
          if (data[i + 3] > 0 && spread > 60) coloured++;
        }
        return coloured;
      });
      """;
  private static final String CUT_OFF =
      """
      return [...document.querySelectorAll('h1,h2,p,li,dd,dt,td,th,figcaption,span')]
        .filter(e => e.offsetParent !== null && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
        .map(e => e.tagName + ': ' + e.textContent.slice(0, 60));
      """;
  private static final int PLOTS = 6;

  @TempDir private Path folder;
  private ChromeDriver browser;

  @BeforeEach
  void start() {
    var options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-sync",
        "--disable-component-update",
        "--disable-quic",
        "--no-first-run",
        "--user-data-dir=" + folder.resolve("profile"));
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File("/usr/bin/chromedriver"))
            .build();
    browser = new ChromeDriver(service, options);
  }

  @AfterEach
  void stop() {
    browser.quit();
  }

  @ParameterizedTest
  @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
  void showsItsPlotsAndAllItsTextAndAsksNobody(int width, String scheme) throws Exception {
    open(ExampleReport.result(ExampleReport.HOSTILE), width, scheme);

    assertThat(counts(COLOURED_PIXELS)).hasSize(PLOTS).allMatch(pixels -> pixels > 200);
    assertThat(texts(CUT_OFF)).isEmpty();
    assertThat(number("return document.documentElement.scrollWidth"))
        .as("the page does not scroll sideways")
        .isLessThanOrEqualTo(width);
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
    assertThat(requests()).allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
    assertThat(text("return document.body.innerText"))
        .contains("</script><script>throw 1</script>");
  }

  @Test
  void printsInDarkOnTheWhiteOfPaper() throws Exception {
    open(ExampleReport.result("none"), 1280, "dark");
    browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
    assertThat(text("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(255, 255, 255)");
    assertThat(counts(COLOURED_PIXELS)).hasSize(PLOTS).allMatch(pixels -> pixels > 200);
    assertThat(texts(CUT_OFF)).isEmpty();
  }

  @Test
  void isTheSameWhenItIsReadAgain() throws Exception {
    CeilingResult result = ExampleReport.result("none");
    String json = new ObjectMapper().writeValueAsString(result);
    ReportFiles.write(folder, json, CeilingPage.of(result));
    CeilingResult again = ReportReader.ceiling(folder.resolve("report.json"));
    assertThat(again).isEqualTo(result);
    assertThat(HtmlPage.of(CeilingPage.of(again)))
        .isEqualTo(Files.readString(folder.resolve("report.html")));
    assertThat(Files.readString(folder.resolve("report.md"))).contains("TSDB_SLOTS", "434 M");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
    }
  }

  @Test
  void refusesWhatIsNoReport() throws Exception {
    Path file = folder.resolve("x.json");
    Files.writeString(file, "{\"steps\": 3}");
    assertThatThrownBy(() -> ReportReader.ceiling(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("is no report");
    Files.writeString(file, "{}");
    assertThatThrownBy(() -> ReportReader.ceiling(file)).isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> ReportReader.ceiling(folder.resolve("none")))
        .hasMessageContaining("no such file");
  }

  private void open(CeilingResult result, int width, String scheme) throws Exception {
    Path file = folder.resolve("report.html");
    Files.writeString(file, HtmlPage.of(CeilingPage.of(result)));
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    browser.manage().window().setSize(new Dimension(width, 900));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
    browser.get(file.toUri().toString());
  }

  private List<String> requests() {
    return browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .map(
            message -> message.replaceFirst("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  @SuppressWarnings("unchecked") // what the script says
  private List<Long> counts(String script) {
    return (List<Long>) browser.executeScript(script);
  }

  @SuppressWarnings("unchecked") // what the script says
  private List<String> texts(String script) {
    return (List<String>) browser.executeScript(script);
  }

  private String text(String script) {
    return (String) browser.executeScript(script);
  }

  private int number(String script) {
    return ((Long) browser.executeScript(script)).intValue();
  }
}
