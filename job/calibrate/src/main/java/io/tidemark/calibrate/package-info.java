/**
 * Searches of simulated systems whose ceiling is known, to see how often the verdict is right.
 * Begin with {@link Calibration}.
 */
package io.tidemark.calibrate;
