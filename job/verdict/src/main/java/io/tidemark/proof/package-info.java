/**
 * Adjusts a verdict to what changes have shown, and averages the windows of one plateau. Begin with
 * {@link io.tidemark.proof.Proof}.
 */
package io.tidemark.proof;
