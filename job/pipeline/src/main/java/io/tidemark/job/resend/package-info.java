/** Sends dead letters to the database again. Begin with {@link Resend}. */
package io.tidemark.job.resend;
