package io.tidemark.sink.client;

import io.tidemark.sink.ResponseClass;

/**
 * What an error means for the rows that were sent.
 *
 * @param code the error in the database's own words; "" if there was no answer
 * @param remedy what to change; "" if there is nothing to change
 */
public record Failure(ResponseClass outcome, String code, String remedy) {}
