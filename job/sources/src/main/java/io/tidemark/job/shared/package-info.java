/**
 * Objects that the subtasks of a job share within a process. Begin with {@link
 * io.tidemark.job.shared.JobLocal}.
 */
package io.tidemark.job.shared;
