package io.tidemark.testing;

import io.tidemark.process.Patience;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real headless Chromium, the system's own: nothing is downloaded. */
public final class Browser implements AutoCloseable {
  private static final Pattern URL =
      Pattern.compile(
          "\"method\":\"Network.requestWillBeSent\".*?\"request\":\\{.*?\"url\":\"([^\"]*)\"");

  /** Complains of every Chromium that is newer than Selenium; kept, or it would be forgotten. */
  private static final Logger VERSIONS = Logger.getLogger("org.openqa.selenium");

  private static final Duration MAX_SCRIPT = Duration.ofSeconds(10);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * @param profile an empty folder
   */
  public static Browser start(Path profile) {
    VERSIONS.setLevel(Level.SEVERE);
    var options = new ChromeOptions();
    options.setBinary(onPath("chromium", "chromium-browser", "google-chrome"));
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-sync",
        "--disable-component-update",
        "--disable-quic",
        "--no-first-run",
        "--user-data-dir=" + profile);
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    var service =
        new ChromeDriverService.Builder().usingDriverExecutable(onPath("chromedriver")).build();
    var driver = new ChromeDriver(service, options);
    Duration most = Patience.of(MAX_SCRIPT);
    driver.manage().timeouts().scriptTimeout(most).pageLoadTimeout(most);
    return new Browser(driver);
  }

  private static File onPath(String... names) {
    return Arrays.stream(names)
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(folder -> new File(folder, name)))
        .filter(File::canExecute)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("none of these is on the PATH: " + List.of(names)));
  }

  /** Opens a page on a screen or on paper; logs of pages before are dropped. */
  public void open(String html, Path file, View view) {
    try {
      Files.writeString(file, html);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    show(view);
    complaints();
    requests();
    driver.get(file.toUri().toString());
  }

  /** How the page is looked at, without loading it again. */
  public void show(View view) {
    var feature = Map.of("name", "prefers-color-scheme", "value", view.dark() ? "dark" : "light");
    var media = new HashMap<String, Object>();
    media.put("media", view.print() ? "print" : "screen");
    media.put("features", List.of(feature));
    driver.executeCdpCommand("Emulation.setEmulatedMedia", media);
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            view.width(),
            "height",
            900,
            "deviceScaleFactor",
            1,
            "mobile",
            view.width() < 500));
  }

  /** Everything on the console. */
  public List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The address of all that was asked for since the page was opened, itself included. */
  public List<String> requests() {
    var urls = new ArrayList<String>();
    driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .flatMap(message -> URL.matcher(message).results())
        .map((MatchResult found) -> found.group(1))
        .forEach(urls::add);
    return urls;
  }

  public Object run(String script) {
    return driver.executeScript(script);
  }

  /** The script's last argument is called with the answer. */
  public Object await(String script) {
    return driver.executeAsyncScript(script);
  }

  @SuppressWarnings("unchecked") // as the script says
  public <T> List<T> list(String script) {
    return (List<T>) driver.executeScript(script);
  }

  @Override
  public void close() {
    driver.quit();
  }

  /**
   * @param width CSS pixels
   */
  public record View(int width, boolean dark, boolean print) {}
}
