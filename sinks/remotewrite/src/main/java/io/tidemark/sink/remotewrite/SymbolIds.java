package io.tidemark.sink.remotewrite;

/**
 * Which strings a series' labels are, as long as {@code generation} is that of the {@link Symbols}.
 *
 * @param ids of names and values in turn, in the labels' order; of the value of an instance label
 *     {@code ~id}, which is negative
 * @param missingAt where among them the instance label belongs of a series that has none; else -1
 */
record SymbolIds(Object generation, int[] ids, int missingAt) {}
