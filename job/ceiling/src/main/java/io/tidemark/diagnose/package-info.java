/** What stops writes, from metrics that processes have told of themselves, without any load. */
package io.tidemark.diagnose;
