/**
 * Adjusts a verdict to what changes have shown, and averages the windows of one plateau. Begin with
 * {@link Proof}.
 */
package io.tidemark.proof;
