/** The ceiling of a job that someone else started: attach to it, judge its last seconds, tell. */
package io.tidemark.watch;
