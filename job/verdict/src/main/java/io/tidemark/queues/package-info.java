/** What requests ask of everything that they pass, and how many of them get through. Pure. */
package io.tidemark.queues;
