/**
 * Judges what two databases, or two settings of one, cost in comparison, and whether a difference
 * is shown. Begin with {@link Judgement}.
 */
package io.tidemark.judge;
