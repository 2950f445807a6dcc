package io.tidemark.size;

/**
 * The resources that a database used at one load, according to one report. A value that the report
 * lacks is null; no value is negative.
 *
 * @param report name of the report
 * @param seconds duration of the load
 * @param samples number of samples stored in that time
 * @param series number of active series
 * @param newSeries number of series that had their first sample in that time
 * @param cpuSeconds CPU time of the database
 * @param residentBytes memory of the database
 * @param diskBytes size of its files at the end, if it began empty
 * @param sentBytes bytes sent over the network
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
