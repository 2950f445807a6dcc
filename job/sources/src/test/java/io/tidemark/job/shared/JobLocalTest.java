package io.tidemark.job.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobLocalTest {
  private final JobLocal<List<String>> local = new JobLocal<>();

  private List<String> join(String key) {
    return local.join(key, ArrayList::new);
  }

  @Test
  void thoseOfOneKeyShareAndOthersDoNot() {
    List<String> first = join("a");

    assertThat(join("a")).isSameAs(first);
    assertThat(join("b")).isNotSameAs(first);
    assertThat(local.find("a").orElseThrow()).isSameAs(first);
    assertThat(local.find("c")).isEmpty();
  }

  @Test
  void itIsGoneWithTheLastMember() {
    List<String> first = join("a");
    join("a");

    local.leave(first);
    assertThat(join("a")).isSameAs(first);
    local.leave(first);
    local.leave(first);
    assertThat(local.find("a")).isEmpty();
  }

  @Test
  void whatIsClosedIsLeftToItsMembers() {
    List<String> closed = join("a");
    List<String> next = local.join("a", List::isEmpty, ArrayList::new);
    assertThat(next).as("open").isSameAs(closed);
    closed.add("closed");
    next = local.join("a", List::isEmpty, ArrayList::new);
    assertThat(next).isNotSameAs(closed);

    local.leave(closed);
    local.leave(closed);
    assertThat(local.find("a").orElseThrow()).isSameAs(next);
  }
}
