package io.tidemark.benchmarks.peer;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.remotewrite.Compression;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.sink.AsyncSinkBase;
import org.apache.flink.connector.base.sink.writer.AsyncSinkWriter;
import org.apache.flink.connector.base.sink.writer.AsyncSinkWriterStateSerializer;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;
import org.apache.flink.connector.base.sink.writer.DequeRequestBuffer;
import org.apache.flink.connector.base.sink.writer.ResultHandler;
import org.apache.flink.connector.base.sink.writer.SimpleBatchCreator;
import org.apache.flink.connector.base.sink.writer.config.AsyncSinkWriterConfiguration;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Remote write as Flink's documentation shows how to write a sink: {@link AsyncSinkBase}, the JDK's
 * HTTP client, the Snappy library. It is a peer for measurements, not for use.
 */
final class AsyncSink extends AsyncSinkBase<PlainSample, PlainSample> {
  private static final int NO_CONTENT = 204;

  private final String url;

  AsyncSink(String url, int batchSamples, int inFlight) {
    super(
        (sample, context) -> sample,
        batchSamples,
        inFlight,
        2 * batchSamples,
        32 << 20,
        1_000,
        1 << 20);
    this.url = url;
  }

  @Override
  public AsyncSinkWriter<PlainSample, PlainSample> createWriter(WriterInitContext context) {
    return restoreWriter(context, List.of());
  }

  @Override
  public AsyncSinkWriter<PlainSample, PlainSample> restoreWriter(
      WriterInitContext context, Collection<BufferedRequestState<PlainSample>> state) {
    return new Writer(context, state);
  }

  private final class Writer extends AsyncSinkWriter<PlainSample, PlainSample> {
    private final HttpClient http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI address = URI.create(url);

    /** The amplification is irrelevant here, because samples come amplified. */
    private final WireFormat format =
        new RemoteWriteFormat(
            Map.of(),
            new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME),
            Compression.SNAPPY);

    Writer(WriterInitContext context, Collection<BufferedRequestState<PlainSample>> state) {
      super(
          getElementConverter(),
          context,
          AsyncSinkWriterConfiguration.builder()
              .setMaxBatchSize(getMaxBatchSize())
              .setMaxBatchSizeInBytes(getMaxBatchSizeInBytes())
              .setMaxInFlightRequests(getMaxInFlightRequests())
              .setMaxBufferedRequests(getMaxBufferedRequests())
              .setMaxTimeInBufferMS(getMaxTimeInBufferMS())
              .setMaxRecordSizeInBytes(getMaxRecordSizeInBytes())
              .build(),
          state,
          new SimpleBatchCreator<>(getMaxBatchSizeInBytes()),
          new DequeRequestBuffer<>());
    }

    @Override
    protected void submitRequestEntries(
        List<PlainSample> samples, ResultHandler<PlainSample> result) {
      List<Sample> batch =
          samples.stream()
              .map(
                  sample ->
                      new Sample(
                          Labels.ofEncoded(sample.labels(), 0),
                          sample.timestampMillis(),
                          sample.value()))
              .toList();
      var request =
          HttpRequest.newBuilder(address)
              .header("Content-Type", "application/x-protobuf")
              .header("Content-Encoding", "snappy")
              .header("X-Prometheus-Remote-Write-Version", "0.1.0")
              .POST(BodyPublishers.ofByteArray(format.encode(batch).body()))
              .build();
      http.sendAsync(request, BodyHandlers.discarding())
          .whenComplete((answer, failure) -> finish(answer, failure, result));
    }

    private void finish(
        HttpResponse<Void> answer, Throwable failure, ResultHandler<PlainSample> result) {
      if (failure == null && answer.statusCode() == NO_CONTENT) {
        result.complete();
      } else {
        result.completeExceptionally(
            new IOException(failure == null ? "status " + answer.statusCode() : "", failure));
      }
    }

    @Override
    protected long getSizeInBytes(PlainSample sample) {
      return sample.bytes();
    }
  }

  @Override
  public SimpleVersionedSerializer<BufferedRequestState<PlainSample>> getWriterStateSerializer() {
    return new StateSerializer();
  }

  private static final class StateSerializer extends AsyncSinkWriterStateSerializer<PlainSample> {
    @Override
    protected void serializeRequestToStream(PlainSample sample, DataOutputStream out)
        throws IOException {
      out.writeInt(sample.labels().length);
      out.write(sample.labels());
      out.writeLong(sample.timestampMillis());
      out.writeDouble(sample.value());
    }

    @Override
    protected PlainSample deserializeRequestFromStream(long size, DataInputStream in)
        throws IOException {
      return new PlainSample(in.readNBytes(in.readInt()), in.readLong(), in.readDouble());
    }

    @Override
    public int getVersion() {
      return 1;
    }
  }
}
