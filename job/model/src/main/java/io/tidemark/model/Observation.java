package io.tidemark.model;

import io.tidemark.measure.Window;

/**
 * A window as it is given to the model, with what had been changed when it was made.
 *
 * @param slots the database's insert slots; null if they are not known
 * @param cores the database's cores; null if they are not known
 * @param failingShare share of its calls, 0 to 1, that failed and that no limit turned away
 * @param readersPaused whether Tidemark's readers, which read otherwise, were paused
 * @param weight its weight among the observations with the same settings, which sum to 1
 */
public record Observation(
    Window window,
    Double slots,
    Double cores,
    double failingShare,
    boolean readersPaused,
    double weight) {}
