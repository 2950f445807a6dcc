package io.tidemark.ceiling.result;

import io.tidemark.measure.Window;

/**
 * One step of the search.
 *
 * @param phase job-ceiling | warm-up | sweep | ramp | hold | event | batch | verify | intervention
 *     | fewer-series | without-readers | midnight
 * @param note what is special about it, or null
 * @param settings what it was made with; null in older reports
 */
public record Step(String phase, Window window, String note, Settings settings) {}
