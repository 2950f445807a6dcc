package io.tidemark.sink.client;

import io.tidemark.sink.ResponseClass;

/**
 * What an error means for the rows that were sent.
 *
 * @param code in the database's own words; "" if there was no answer
 * @param remedy what to change, "" where nothing is to be changed
 */
public record Failure(ResponseClass outcome, String code, String remedy) {}
