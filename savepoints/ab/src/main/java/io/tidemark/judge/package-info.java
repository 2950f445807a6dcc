/**
 * What two databases, or two settings of one, cost beside each other, and whether a difference is
 * shown. Begin with {@link Judgement}.
 */
package io.tidemark.judge;
