/** Writes results as a summary, as JSON and as a page. Begin with {@link Page}. */
package io.tidemark.report;
