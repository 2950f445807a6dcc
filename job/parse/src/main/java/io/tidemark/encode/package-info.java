/**
 * The encoders, which turn samples into a record's bytes again. Begin with {@link
 * io.tidemark.encode.SampleEncoder}. Pure.
 */
package io.tidemark.encode;
