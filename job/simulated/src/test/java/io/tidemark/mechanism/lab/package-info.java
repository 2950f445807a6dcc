/** Set-ups of the second simulator as data, and what limits each: computed, not labelled. */
package io.tidemark.mechanism.lab;
