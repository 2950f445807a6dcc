package io.tidemark.ceiling.result;

import io.tidemark.ceiling.Cause;
import java.util.Map;

/**
 * What a change of a search did to the probabilities.
 *
 * @param changed the change, in the words of its intervention
 * @param without for each cause, its probability without the windows of this change
 */
public record Change(String changed, Map<Cause, Double> without) {}
