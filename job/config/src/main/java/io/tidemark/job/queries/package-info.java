/** What is read beside the writes. */
package io.tidemark.job.queries;
