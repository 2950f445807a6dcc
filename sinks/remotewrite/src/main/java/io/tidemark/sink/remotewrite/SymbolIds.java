package io.tidemark.sink.remotewrite;

/**
 * Which strings a series' labels are, as long as {@code generation} is that of the {@link Symbols}.
 *
 * @param ids of names and values in turn, in the labels' order
 * @param hole where among them the instance label's name stands, or belongs
 * @param hasInstance whether it is there
 */
record SymbolIds(Object generation, int[] ids, int hole, boolean hasInstance) {}
