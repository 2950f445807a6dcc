package io.tidemark.sink.prometheus;

import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.http.PageFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Pages of the flavours that this module has as tables, but not of just any process. */
public final class ReceiverPages implements PageFormat {
  private static final List<NamedPages> FLAVOURS =
      Flavours.ALL.stream()
          .filter(flavour -> flavour != Flavours.UNKNOWN)
          .map(NamedPages::new)
          .toList();

  @Override
  public String product() {
    return "a receiver of remote write";
  }

  @Override
  public boolean isOf(byte[] page) {
    return flavour(page).isPresent();
  }

  @Override
  public Optional<TsdbNode> read(byte[] page, String name, long readAtNanos) {
    return flavour(page).flatMap(flavour -> flavour.read(page, name, readAtNanos));
  }

  private static Optional<NamedPages> flavour(byte[] page) {
    return FLAVOURS.stream().filter(flavour -> flavour.isOf(page)).findFirst();
  }

  @Override
  public Set<String> metrics() {
    return FLAVOURS.stream()
        .flatMap(flavour -> flavour.metrics().stream())
        .collect(Collectors.toSet());
  }

  @Override
  public Map<Concept, String> remedies() {
    return Flavours.UNKNOWN.remedies();
  }

  @Override
  public Map<Reading, String> queries() {
    return Flavours.QUERIES;
  }

  @Override
  public List<String> problems(List<TsdbNode> nodes) {
    return FLAVOURS.stream()
        .flatMap(
            flavour ->
                flavour
                    .problems(
                        nodes.stream()
                            .filter(
                                node ->
                                    flavour.product().equals(node.flags().get(NamedPages.FLAVOUR)))
                            .toList())
                    .stream())
        .toList();
  }
}
