package io.tidemark.parse.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.parse.Parsed;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The parser beside a real VictoriaMetrics that reads the same lines. */
class InfluxParserIT {
  private static final String AT = " 1769817600123456789";

  /** Read alike, or refused alike. */
  private static final String SAME =
      String.join(
          "\n",
          "cpu,host=a,region=eu usage_user=1.5,usage_system=2i" + AT,
          "spaces,x=1   f=1  " + AT,
          "bools,x=1 f=t,g=F,h=true,i=FALSE,j=True,k=false,l=T,m=f" + AT,
          "numbers,x=1 f=1i,g=2u,h=-3i,k=1e3,l=0.5,m=-12345.678,n=1.5e-7,o=9007199254740991" + AT,
          "infinite,x=1 g=inf,h=-Inf" + AT,
          "emptytag,x=,y=2 f=1" + AT,
          "emptyname,=1 f=1" + AT,
          "esc\\,aped\\ name,k\\=y=v\\ a\\,l\\=u f\\ g=1" + AT,
          "backslash,x=a\\\\b,y=c\\nd f=1" + AT,
          ",x=1 nomeasurement=1" + AT,
          "quotedtag,x=\"ab\" f=1" + AT,
          "equalsintag,x=a=b f=1" + AT,
          "quotedname \"f\"=1" + AT,
          "twice,x=1 f=1,g=2,h=3" + AT,
          "utf8,ort=Köln wärme=21.5" + AT,
          "crlf f=1" + AT + "\r",
          "dbtag,db=foo f=1" + AT,
          "# comment,x=1 f=1" + AT,
          "",
          "earlier f=1 1769817600000000000",
          "rounded f=1 1769817600999999999",
          "seconds f=1 1769817600",
          "millis f=1 1769817600123",
          "micros f=1 1769817600123456",
          "firstmicros f=1 100000000000000",
          "firstnanos f=1 100000000000000000",
          "firstmillis f=1 100000000000",
          " leading,x=1 f=1" + AT,
          "notag,x f=1" + AT,
          "trailing,x=1 f=1,",
          "expstamp f=1 1e18",
          "novalue f=" + AT,
          "nofieldname =1" + AT,
          "tab\tf=1" + AT,
          "toolarge f=12345678901234567890i" + AT,
          "open f=\"a,g=1" + AT,
          "nofields",
          "emptytagpair,x=1, f=1" + AT);

  private final HttpClient http = HttpClient.newHttpClient();
  private OwnedVictoriaMetrics victoriaMetrics;

  @BeforeEach
  void startVictoriaMetrics() {
    victoriaMetrics = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
  }

  @AfterEach
  void stopVictoriaMetrics() {
    victoriaMetrics.close();
  }

  @Test
  void readsLinesAsVictoriaMetricsDoes() throws Exception {
    Set<Sample> stored = stored(SAME);
    assertThat(stored).hasSizeGreaterThan(30);
    assertThat(parsed(SAME)).isEqualTo(stored);
  }

  /** Where ours is stricter on purpose; if a line here is read alike some day, it moves up. */
  @Test
  void differsFromVictoriaMetricsOnlyWhereItWouldStoreAGuess() throws Exception {
    assertDiffers("text f=\"abc\",g=\"12\",h=3" + AT, Set.of("text_f", "text_g"));
    assertDiffers("garbage f=abc" + AT, Set.of("garbage_f"));
    assertDiffers("mixedcase f=tRue" + AT, Set.of("mixedcase_f"));
    assertDiffers("twicetag,x=1,x=2 f=1" + AT, Set.of("twicetag_f"));
    assertDiffers("nametag,__name__=zz f=1" + AT, Set.of("nametag_f"));
  }

  private void assertDiffers(String line, Set<String> storedOnly) throws Exception {
    Set<Sample> extra = stored(line);
    extra.removeAll(parsed(line));
    var names = new HashSet<String>();
    extra.forEach(sample -> names.add(sample.labels().toMap().get("__name__")));
    assertThat(names).containsAll(storedOnly);
    assertThat(parsed(line))
        .noneMatch(s -> storedOnly.contains(s.labels().toMap().get("__name__")));
  }

  private static Set<Sample> parsed(String lines) {
    return new HashSet<>(
        Parsed.by(new InfluxParser(TimestampUnit.AUTO), lines.getBytes(StandardCharsets.UTF_8), -1)
            .samples());
  }

  private Set<Sample> stored(String lines) throws Exception {
    http.send(
        HttpRequest.newBuilder(victoriaMetrics.url().resolve("/write"))
            .POST(HttpRequest.BodyPublishers.ofString(lines))
            .build(),
        BodyHandlers.ofString());
    get("/internal/force_flush");
    var samples = new HashSet<Sample>();
    var json = new ObjectMapper();
    String export = get("/api/v1/export?match%5B%5D=%7B__name__%21%3D%22%22%7D");
    for (String series : export.split("\n")) {
      // Infinity is bare in the answer, which is no JSON.
      JsonNode node = json.readTree(series.replaceAll("([+-]?Inf)\\b", "\"$1\""));
      var labels = new TreeMap<String, String>();
      node.get("metric").properties().forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
      for (int i = 0; i < node.get("values").size(); i++) {
        samples.add(
            new Sample(
                Labels.of(labels),
                node.get("timestamps").get(i).asLong(),
                value(node.get("values").get(i).asText())));
      }
    }
    return samples;
  }

  private static double value(String text) {
    return Double.parseDouble(text.replace("Inf", "Infinity"));
  }

  private String get(String path) throws IOException, InterruptedException {
    return http.send(
            HttpRequest.newBuilder(victoriaMetrics.url().resolve(path)).build(),
            BodyHandlers.ofString())
        .body();
  }
}
