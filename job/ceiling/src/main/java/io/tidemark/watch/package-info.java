/** The ceiling of a job that someone else started: attach to it, judge its last seconds. */
package io.tidemark.watch;
