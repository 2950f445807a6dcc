/** Results as a summary, as JSON and as a page. Begin with {@link io.tidemark.report.Page}. */
package io.tidemark.report;
