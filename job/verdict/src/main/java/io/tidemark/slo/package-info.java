/** The safe rate: the largest rate of an open loop that keeps what a user asks of it. */
package io.tidemark.slo;
