/**
 * The parsers, which turn a record's bytes into samples. Begin with {@link
 * io.tidemark.parse.SampleParser}. Pure.
 */
package io.tidemark.parse;
