package io.tidemark.sink.remotewrite;

/**
 * The ids of the strings in a series' labels, valid as long as {@code generation} is that of the
 * {@link Symbols}.
 *
 * @param ids the ids of names and values in turn, in the labels' order; the value of an instance
 *     label has {@code ~id}, which is negative
 * @param missingAt if the series has no instance label, the index in {@code ids} at which it
 *     belongs; else -1
 */
record SymbolIds(Object generation, int[] ids, int missingAt) {}
