package io.tidemark.size;

/**
 * What a database used under one load, by one report. What the report does not say is null; no
 * number is negative.
 *
 * @param report its name
 * @param seconds that the load lasted
 * @param samples stored in that time
 * @param series active
 * @param newSeries series that had their first sample in that time
 * @param cpuSeconds of the database
 * @param residentBytes memory of the database
 * @param diskBytes that it holds at the end, having begun empty
 * @param sentBytes on the wire
 */
public record Observed(
    String report,
    double seconds,
    double samples,
    Double series,
    Double newSeries,
    Double cpuSeconds,
    Double residentBytes,
    Double diskBytes,
    Double sentBytes) {

  double samplesPerSecond() {
    return samples / seconds;
  }

  Double newSeriesPerSecond() {
    return perSecond(newSeries);
  }

  Double perSecond(Double amount) {
    return amount == null ? null : Double.valueOf(amount / seconds);
  }
}
