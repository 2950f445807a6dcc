/**
 * Live verdicts: attaches to a job that someone else started and judges its last seconds. Begin
 * with {@link Watch}.
 */
package io.tidemark.watch;
