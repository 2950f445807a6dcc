package io.tidemark.model;

import io.tidemark.measure.Window;

/**
 * A window, and what of the database had been changed when it was made.
 *
 * @param slots of the database; null if that is not known
 * @param cores of the database; null if that is not known
 * @param failingShare of its calls: those that failed, and that nobody with a limit turned away
 * @param readersPaused whether Tidemark's readers, which read otherwise, were paused
 * @param weight of all observations with the same settings, which weigh 1 together
 */
public record Observation(
    Window window,
    Double slots,
    Double cores,
    double failingShare,
    boolean readersPaused,
    double weight) {}
