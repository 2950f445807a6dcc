package io.tidemark.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.NettyShuffleEnvironmentOptions;

/** How many buffers a TaskManager needs: what the page computes of it, and the option it names. */
final class FormulaBlock {
  private static final Pattern FORMULA =
      Pattern.compile("s × \\((\\d)p \\+ (\\d+)\\)(?: +with (\\S+) = p)?");
  private static final Pattern EXAMPLE =
      Pattern.compile("(\\d+) TaskManagers need ([\\d,]+) MiB each with (\\d+) slots \\(([\\d,]+)");
  private static final Pattern MORE =
      Pattern.compile("([\\d,]+) MiB each with (\\d+) \\(([\\d,]+)\\)");
  private static final int BUFFER_KIB = 32;

  private FormulaBlock() {}

  static Stream<String> problems(PageBlock block) {
    List<Matcher> formulas =
        block.lines().stream().map(FORMULA::matcher).filter(Matcher::matches).toList();
    String text = String.join(" ", block.page().lines());
    Matcher example = EXAMPLE.matcher(text);
    Matcher more = MORE.matcher(text);
    if (formulas.size() != 2
        || block.lines().size() != 2
        || !example.find()
        || !more.find(example.end())) {
      return Stream.of("expected two formulas, and two examples behind them");
    }
    var problems = new ArrayList<String>();
    int machines = Integer.parseInt(example.group(1));
    compare(formulas, machines, example.group(3), example.group(2), example.group(4), problems);
    compare(formulas, machines, more.group(2), more.group(1), more.group(3), problems);
    String option = NettyShuffleEnvironmentOptions.NETWORK_READ_MAX_REQUIRED_BUFFERS_PER_GATE.key();
    if (!option.equals(formulas.get(1).group(3))) {
      problems.add("Flink's option is " + option);
    }
    return problems.stream();
  }

  private static void compare(
      List<Matcher> formulas,
      int machines,
      String slots,
      String plain,
      String withOption,
      List<String> problems) {
    int each = Integer.parseInt(slots);
    List<String> printed = List.of(plain, withOption);
    for (int i = 0; i < printed.size(); i++) {
      int perSlot =
          Integer.parseInt(formulas.get(i).group(1)) * each * machines
              + Integer.parseInt(formulas.get(i).group(2));
      long mib = Math.round(each * perSlot * BUFFER_KIB / 1024.0);
      if (mib != Long.parseLong(printed.get(i).replace(",", ""))) {
        problems.add("with %d slots that is %d MiB, not %s".formatted(each, mib, printed.get(i)));
      }
    }
  }
}
