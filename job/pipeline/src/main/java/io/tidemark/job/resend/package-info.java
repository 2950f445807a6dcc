/** Sends dead letters to the database again. Begin with {@link io.tidemark.job.resend.Resend}. */
package io.tidemark.job.resend;
