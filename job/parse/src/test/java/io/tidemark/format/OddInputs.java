package io.tidemark.format;

import java.util.List;
import java.util.Map;

/**
 * Hand-made records of each text format, common and odd, that VictoriaMetrics reads as Tidemark
 * does; or refuses as it does. Timestamps lie in January 2026, and no two formats share a name.
 */
public final class OddInputs {
  private static final String S = "1769817600";
  private static final String MS = "1769817600123";

  private static final List<String> PROMETHEUS =
      List.of(
          "# HELP prom_total What it is.",
          "# TYPE prom_total counter",
          "# UNIT prom_total seconds",
          "prom_total 1 " + MS,
          "prom_labels{a=\"1\",b=\"two\"} 2.5 " + MS,
          "  prom_indented{a=\"1\"} 2 " + MS,
          "\tprom_tab{a=\"1\"}\t2\t" + MS,
          "prom_spaces { a = \"1\" , b = \"2\" } 3 " + MS,
          "prom_trailing_comma{a=\"1\",} 3 " + MS,
          "prom_no_space{a=\"1\"}3 " + MS,
          "prom_empty_braces{} 3 " + MS,
          "prom_empty_value{a=\"\",b=\"2\"} 3 " + MS,
          "prom_empty_name{=\"1\",b=\"2\"} 3 " + MS,
          "prom_escapes{a=\"q\\\"uote\",b=\"back\\\\slash\",c=\"un\\known\"} 3 " + MS,
          "prom_escaped_end{a=\"x\\\\\"} 3 " + MS,
          "prom_braces{a=\"{x}\",b=\"y=z, w\"} 3 " + MS,
          "prom_utf8{ort=\"Köln\"} 3 " + MS,
          "prom:colon:rule{le=\"+Inf\"} 3 " + MS,
          "prom_dot.ted-name{a.b=\"1\"} 3 " + MS,
          "prom_seconds 3 " + S,
          "prom_fraction 3 " + S + ".123",
          "prom_exponent 3 1.7698176e9",
          "prom_first_milli 3 2147483648",
          "prom_bucket{le=\"0.5\"} 7 " + S + " # {trace_id=\"abc\"} 0.4 " + S,
          "prom_numbers{n=\"1\"} 1e3 " + MS,
          "prom_numbers{n=\"2\"} 1.5e-7 " + MS,
          "prom_numbers{n=\"3\"} -12345.678 " + MS,
          "prom_numbers{n=\"4\"} +Inf " + MS,
          "prom_numbers{n=\"5\"} -Inf " + MS,
          "prom_numbers{n=\"6\"} 9007199254740991 " + MS,
          "prom_numbers{n=\"7\"} 0.1 " + MS,
          "prom_trailing_space 3 " + MS + "  ",
          "prom_carriage_return 3 " + MS + "\r",
          "",
          "   ",
          "# EOF",
          "prom_novalue",
          "prom_novalue{a=\"1\"}",
          "prom_word abc " + MS,
          "prom_bad_time 1 yesterday",
          "prom_open{a=\"1 3 " + MS,
          "prom_unclosed{a=\"1\" 3 " + MS,
          "prom_unquoted{a=1} 3 " + MS,
          "prom_nocomma{a=\"1\"b=\"2\"} 3 " + MS,
          "{a=\"1\"} 3 " + MS,
          "prom_hex 0x10 " + MS,
          "prom_two_times 1 " + MS + " " + MS);

  private static final String NS = " 1769817600123456789";

  private static final List<String> INFLUX =
      List.of(
          "cpu,host=a,region=eu usage_user=1.5,usage_system=2i" + NS,
          "spaces,x=1   f=1  " + NS,
          "bools,x=1 f=t,g=F,h=true,i=FALSE,j=True,k=false,l=T,m=f" + NS,
          "numbers,x=1 f=1i,g=2u,h=-3i,k=1e3,l=0.5,m=-12345.678,n=1.5e-7,o=9007199254740991" + NS,
          "infinite,x=1 g=inf,h=-Inf" + NS,
          "emptytag,x=,y=2 f=1" + NS,
          "emptyname,=1 f=1" + NS,
          "esc\\,aped\\ name,k\\=y=v\\ a\\,l\\=u f\\ g=1" + NS,
          "backslash,x=a\\\\b,y=c\\nd f=1" + NS,
          ",x=1 nomeasurement=1" + NS,
          "quotedtag,x=\"ab\" f=1" + NS,
          "equalsintag,x=a=b f=1" + NS,
          "quotedname \"f\"=1" + NS,
          "twice,x=1 f=1,g=2,h=3" + NS,
          "utf8,ort=Köln wärme=21.5" + NS,
          "crlf f=1" + NS + "\r",
          "dbtag,db=foo f=1" + NS,
          "# comment,x=1 f=1" + NS,
          "",
          "earlier f=1 1769817600000000000",
          "rounded f=1 1769817600999999999",
          "seconds f=1 1769817600",
          "millis f=1 1769817600123",
          "micros f=1 1769817600123456",
          "firstmicros f=1 100000000000000",
          "firstnanos f=1 100000000000000000",
          "firstmillis f=1 100000000000",
          " leading,x=1 f=1" + NS,
          "notag,x f=1" + NS,
          "trailing,x=1 f=1,",
          "expstamp f=1 1e18",
          "novalue f=" + NS,
          "nofieldname =1" + NS,
          "tab\tf=1" + NS,
          "toolarge f=12345678901234567890i" + NS,
          "open f=\"a,g=1" + NS,
          "nofields",
          "emptytagpair,x=1, f=1" + NS);

  private static final List<String> GRAPHITE =
      List.of(
          "gr.servers.a.cpu 1 " + S,
          "gr.tags;host=a;region=eu 2.5 " + S,
          "gr.empty;a=;b=2 3 " + S,
          "gr.noequals;a;b=2 3 " + S,
          "gr.noname;=1;b=2 3 " + S,
          "gr.semicolons;;a=1; 3 " + S,
          "gr.equals;a=b=c 3 " + S,
          "gr.utf8;ort=Köln 3 " + S,
          "gr.spaces  3   " + S,
          "gr.fraction 3 " + S + ".9",
          "gr.exponent 3 1.7698176e9",
          "gr.negative -3.25 " + S,
          "gr.inf inf " + S,
          "gr.nodots_1-2 3 " + S,
          "gr.carriage_return 3 " + S + "\r",
          "",
          "gr.novalue",
          "gr.word abc " + S,
          "gr.bad_time 3 yesterday",
          ";a=1 3 " + S);

  private static final List<String> PUT =
      List.of(
          "put pl.cpu " + S + " 1 host=a region=eu",
          "put  pl.spaces  " + S + "  3  host=a  b=c ",
          "put pl.empty " + S + " 3 a= b=2",
          "put pl.noname " + S + " 3 =1 b=2",
          "put pl.equals " + S + " 3 a=b=c",
          "put pl.utf8 " + S + " 3 ort=Köln",
          "put pl.fraction " + S + ".9 3 a=1",
          "put pl.negative " + S + " -3.25 a=1",
          "put pl.exponent " + S + " 1e-3 a=1",
          "put pl.carriage_return " + S + " 3 a=1\r",
          "",
          "put pl.novalue " + S,
          "put pl.notime",
          "put",
          "get pl.other " + S + " 3 a=1",
          "pl.nocommand " + S + " 3 a=1",
          "put pl.word " + S + " abc a=1",
          "put pl.bad_time yesterday 3 a=1",
          "put pl.noequals " + S + " 3 a");

  private static final List<String> JSON_LINES =
      List.of(
          "{\"metric\":{\"__name__\":\"jl_cpu\",\"host\":\"a\"},\"values\":[1,2.5],\"timestamps\":["
              + MS
              + ",1769817660123]}",
          "{\"timestamps\":[" + MS + "],\"values\":[3],\"metric\":{\"__name__\":\"jl_order\"}}",
          " { \"metric\" : { \"__name__\" : \"jl_spaces\" } , \"values\" : [ 3 ] , \"timestamps\" : [ "
              + MS
              + " ] } ",
          line("\"__name__\":\"jl_escapes\",\"a\":\"q\\\"uote\\\\ \\/ \\t tab\"", "3"),
          line("\"__name__\":\"jl_unicode\",\"a\":\"K\\u00f6ln \\ud83d\\ude00 \\u20ac\"", "3"),
          line("\"__name__\":\"jl_utf8\",\"ort\":\"Köln\"", "3"),
          line("\"__name__\":\"jl_empty\",\"a\":\"\"", "3"),
          line("\"__name__\":\"jl.dotted-name\",\"a.b\":\"1\"", "3"),
          line("\"__name__\":\"jl_exponent\"", "1.5e-7"),
          line("\"__name__\":\"jl_negative\"", "-3.25"),
          "{\"metric\":{\"__name__\":\"jl_more\"},\"values\":[3],\"timestamps\":["
              + MS
              + "],\"more\":{\"a\":[1,{\"b\":null}],\"c\":true}}",
          "",
          "{}",
          "[]",
          "jl",
          "{\"metric\":{\"__name__\":\"jl_cut\"},\"values\":[3],\"timest",
          "{\"metric\":{},\"values\":[3],\"timestamps\":[" + MS + "]}",
          "{\"metric\":{\"__name__\":\"jl_novalues\"},\"timestamps\":[" + MS + "]}",
          "{\"metric\":{\"__name__\":\"jl_none\"},\"values\":[],\"timestamps\":[]}",
          "{\"metric\":{\"__name__\":\"jl_notimes\"},\"values\":[3]}",
          "{\"metric\":{\"__name__\":\"jl_unequal\"},\"values\":[3,4],\"timestamps\":[" + MS + "]}",
          "{\"metric\":{\"__name__\":\"jl_after\"},\"values\":[3],\"timestamps\":[" + MS + "]} x",
          "{\"metric\":{\"__name__\":\"jl_fraction\"},\"values\":[3],\"timestamps\":[1.5]}",
          "{\"metric\":\"jl_text\",\"values\":[3],\"timestamps\":[" + MS + "]}",
          line("\"__name__\":\"jl_word\"", "\"abc\""),
          line("\"__name__\":\"jl_boolean\"", "true"));

  private static final List<String> JSON =
      List.of(
          "{\"metric\":\"oj.cpu\",\"timestamp\":"
              + S
              + ",\"value\":1,\"tags\":{\"host\":\"a\",\"region\":\"eu\"}}",
          "[{\"metric\":\"oj.one\",\"timestamp\":"
              + MS
              + ",\"value\":2.5,\"tags\":{\"a\":\"1\"}},\n {\"metric\":\"oj.two\",\"timestamp\":"
              + S
              + ",\"value\":-3,\"tags\":{\"a\":\"1\"}}]",
          object("oj.string_value", S, "\"4.5\"", "{\"a\":\"1\"}"),
          object("oj.string_time", "\"" + S + "\"", "3", "{\"a\":\"1\"}"),
          object("oj.empty_tag", S, "3", "{\"a\":\"\",\"b\":\"2\"}"),
          object("oj.escapes", S, "3", "{\"a\":\"q\\\"uote \\u00f6\"}"),
          object("oj.no_tags", S, "3", "{}"),
          object("oj.first_milli", "4294967296", "3", "{\"a\":\"1\"}"),
          "{\"metric\":\"oj.untagged\",\"timestamp\":" + S + ",\"value\":3}",
          "{\"value\":3,\"other\":[{}],\"timestamp\":" + S + ",\"metric\":\"oj.order\"}",
          "[]",
          "{}",
          "[1,\"x\",{\"metric\":\"oj.after_others\",\"timestamp\":" + S + ",\"value\":3}]",
          "{\"metric\":\"\",\"timestamp\":" + S + ",\"value\":3}",
          "{\"metric\":\"oj.novalue\",\"timestamp\":" + S + "}",
          object("oj.word", S, "\"abc\"", "{}"),
          object("oj.tags_text", S, "3", "\"a=1\""),
          object("oj.tag_number", S, "3", "{\"a\":1}"),
          "[" + object("oj.cut", S, "3", "{}"),
          "{\"metric\":\"oj.broken");

  private OddInputs() {}

  private static String line(String metric, String value) {
    return "{\"metric\":{%s},\"values\":[%s],\"timestamps\":[%s]}".formatted(metric, value, MS);
  }

  private static String object(String metric, String time, String value, String tags) {
    return "{\"metric\":\"%s\",\"timestamp\":%s,\"value\":%s,\"tags\":%s}"
        .formatted(metric, time, value, tags);
  }

  /**
   * Records of each format that every version of VictoriaMetrics reads alike: for one of lines,
   * each is one line.
   */
  public static Map<Format, List<String>> byFormat() {
    return Map.of(
        Format.PROMETHEUS, PROMETHEUS,
        Format.INFLUX, INFLUX,
        Format.GRAPHITE, GRAPHITE,
        Format.OPENTSDB_PUT, PUT,
        Format.JSON_LINES, JSON_LINES,
        Format.OPENTSDB_JSON, JSON);
  }

  /** Records that only later versions than 1.79.5 read, or read as Tidemark does. */
  public static Map<Format, List<String>> later() {
    return Map.of(
        Format.GRAPHITE,
        List.of(
            " gr.leading_space 3 " + S, "gr.blank;mount=my disk;x=y 5 " + S, "gr.tabs\t2\t" + S),
        Format.OPENTSDB_PUT,
        List.of(
            " put pl.leading " + S + " 3 host=a",
            "put later.millis 1769817600123 2 a=1",
            "put later.untagged 1769817600 2"),
        Format.JSON_LINES,
        List.of(
            "{\"metric\":{\"__name__\":\"later_inf\"},\"values\":[\"Inf\",\"-Infinity\"],"
                + "\"timestamps\":[1769817600123,1769817660123]}",
            "{\"metric\":{\"__name__\":\"later_words\"},\"values\":[\"null\",6,nAn,-inf],"
                + "\"timestamps\":[1,1769817600123,3,1769817660123]}",
            "{\"metric\":{\"__name__\":\"later_empty\",\"\":\"bar\"},\"values\":[6],"
                + "\"timestamps\":[1769817600123]}",
            "{\"metric\":{\"__name__\":\"later_quoted\"},\"values\":[\"6\"],"
                + "\"timestamps\":[1769817600123]}"));
  }
}
