package io.tidemark.sink.ignite;

import io.tidemark.sink.client.NullConnections;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ignite.sql.ColumnType;

/**
 * Speaks with Ignite's clients as far as writing needs, and throws away what it is sent: every
 * statement succeeds, every table is there, and no row was there before. It knows of no features,
 * so its clients use none.
 */
final class NullServer {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Of a request, what is looked at; a table's name is within. */
  private static final int HEAD_BYTES = 256;

  private static final byte[] MAGIC = "IGNI".getBytes(StandardCharsets.US_ASCII);
  private static final int TABLE_GET = 4;
  private static final int SCHEMAS_GET = 5;
  private static final int SQL_EXEC = 50;
  private static final int PARTITION_ASSIGNMENT_GET = 53;

  /** What a table is made with, as it comes. */
  private static final int PARTITIONS = 25;

  private static final int SAMPLES = 1;
  private static final int SERIES = 2;
  private static final int SCHEMA_VERSION = 1;
  private static final int PROPERTIES = 7;

  /** A time for its clients, who wait for none: 0 would be that they know none. */
  private static final int NOW = 1;

  /** Of the servers of version 3.1, with times out of use. */
  private static final byte[] GREETING =
      new MessagePack()
          .integer(3)
          .integer(0)
          .integer(0)
          .nil()
          .integer(0)
          .zeroUuid()
          .text("nothing")
          .integer(1)
          .zeroUuid()
          .text("nothing")
          .integer(NOW)
          .integer(3)
          .integer(1)
          .integer(0)
          .nil()
          .nil()
          .noBytes()
          .integer(0)
          .withLength();

  /** No cursor, no rows, no more pages, applied, of 0 rows, without columns. */
  private static final MessagePack DONE =
      new MessagePack().nil().bool(false).bool(false).bool(true).integer(0).integer(0);

  /** All on one server, wherever that is. */
  private static final MessagePack ASSIGNMENT = new MessagePack().integer(PARTITIONS).bool(false);

  /** Nothing that was there before. */
  private static final MessagePack WRITTEN = new MessagePack().integer(SCHEMA_VERSION).nil();

  private static final MessagePack SAMPLES_SCHEMA =
      schema(4)
          .all(column(Tables.SERIES_ID, ColumnType.INT64, 0))
          .all(column(Tables.TIME, ColumnType.INT64, 1))
          .all(column(Tables.VALUE, ColumnType.DOUBLE, -1))
          .all(column(Tables.PAYLOAD, ColumnType.BYTE_ARRAY, -1));
  private static final MessagePack SERIES_SCHEMA =
      schema(2)
          .all(column(Tables.SERIES_ID, ColumnType.INT64, 0))
          .all(column(Tables.LABELS, ColumnType.STRING, -1));

  /** Those that were asked for: a table of series is asked for after its samples'. */
  private static final Set<String> ASKED = ConcurrentHashMap.newKeySet();

  private NullServer() {}

  private static MessagePack schema(int columns) {
    return new MessagePack().integer(1).integer(SCHEMA_VERSION).integer(columns);
  }

  /**
   * @param key its place in the primary key, by which rows are put into partitions; -1: none
   */
  private static MessagePack column(String name, ColumnType type, int key) {
    return new MessagePack()
        .integer(PROPERTIES)
        .text(name)
        .integer(type.id())
        .integer(key)
        .bool(key < 0)
        .integer(key)
        .integer(0)
        .integer(0);
  }

  /** Prints its port, and runs until its standard input ends. */
  public static void main(String[] args) throws IOException {
    NullConnections.serve(NullServer::hold);
  }

  private static void hold(Socket socket) throws IOException {
    var in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
    OutputStream out = socket.getOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    skip(in, MAGIC.length, buffer);
    skip(in, in.readInt(), buffer);
    out.write(MAGIC);
    out.write(GREETING);
    byte[] head = new byte[HEAD_BYTES];
    while (true) {
      int length = in.readInt();
      int looked = Math.min(length, HEAD_BYTES);
      in.readFully(head, 0, looked);
      skip(in, length - looked, buffer);
      out.write(answer(ByteBuffer.wrap(head, 0, looked)));
    }
  }

  /** A socket skips by small reads. */
  private static void skip(InputStream in, int count, byte[] buffer) throws IOException {
    for (int left = count; left > 0; ) {
      int read = in.read(buffer, 0, Math.min(left, buffer.length));
      if (read < 0) {
        throw new EOFException();
      }
      left -= read;
    }
  }

  private static byte[] answer(ByteBuffer request) {
    int operation = (int) MessagePack.integer(request);
    // The request's number, and no flags.
    var answer = new MessagePack().integer(MessagePack.integer(request)).integer(0).integer(NOW);
    MessagePack what =
        switch (operation) {
          case TABLE_GET -> table(MessagePack.text(request));
          case SCHEMAS_GET ->
              MessagePack.integer(request) == SERIES ? SERIES_SCHEMA : SAMPLES_SCHEMA;
          case SQL_EXEC -> DONE;
          case PARTITION_ASSIGNMENT_GET -> ASSIGNMENT;
          default -> WRITTEN;
        };
    return answer.all(what).withLength();
  }

  private static MessagePack table(String name) {
    ASKED.add(name);
    String samples = name.replaceFirst("_SERIES$", "");
    boolean isSeries = samples.length() < name.length() && ASKED.contains(samples);
    return new MessagePack().integer(isSeries ? SERIES : SAMPLES).text(name);
  }
}
