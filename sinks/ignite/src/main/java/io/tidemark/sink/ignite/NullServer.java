package io.tidemark.sink.ignite;

import io.tidemark.sink.client.NullConnections;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ignite.sql.ColumnType;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

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

  private static final byte UUID = 3;
  private static final byte[] ZERO_UUID = new byte[16];

  /** Of the servers of version 3.1, with times out of use. */
  private static final byte[] GREETING =
      message(
          to -> to.packInt(3).packInt(0).packInt(0).packNil().packInt(0),
          NullServer::noNode,
          to -> to.packInt(1),
          NullServer::noNode,
          to -> to.packInt(NOW).packInt(3).packInt(1).packInt(0).packNil().packNil(),
          to -> to.packBinaryHeader(0).packInt(0));

  /** No cursor, no rows, no more pages, applied, of 0 rows, without columns. */
  private static final Part DONE =
      to ->
          to.packNil()
              .packBoolean(false)
              .packBoolean(false)
              .packBoolean(true)
              .packInt(0)
              .packInt(0);

  /** All on one server, wherever that is. */
  private static final Part ASSIGNMENT = to -> to.packInt(PARTITIONS).packBoolean(false);

  /** Nothing that was there before. */
  private static final Part WRITTEN = to -> to.packInt(SCHEMA_VERSION).packNil();

  private static final Part SAMPLES_SCHEMA =
      to -> {
        to.packInt(1).packInt(SCHEMA_VERSION).packInt(4);
        column(to, Tables.SERIES_ID, ColumnType.INT64, 0);
        column(to, Tables.TIME, ColumnType.INT64, 1);
        column(to, Tables.VALUE, ColumnType.DOUBLE, -1);
        column(to, Tables.PAYLOAD, ColumnType.BYTE_ARRAY, -1);
      };
  private static final Part SERIES_SCHEMA =
      to -> {
        to.packInt(1).packInt(SCHEMA_VERSION).packInt(2);
        column(to, Tables.SERIES_ID, ColumnType.INT64, 0);
        column(to, Tables.LABELS, ColumnType.STRING, -1);
      };

  /** Those that were asked for: a table of series is asked for after its samples'. */
  private static final Set<String> ASKED = ConcurrentHashMap.newKeySet();

  private NullServer() {}

  /** Of a message, in MessagePack. */
  private interface Part {
    void pack(MessagePacker to) throws IOException;
  }

  /** With its length before it. */
  private static byte[] message(Part... parts) {
    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
      for (Part part : parts) {
        part.pack(packer);
      }
      byte[] content = packer.toByteArray();
      return ByteBuffer.allocate(Integer.BYTES + content.length)
          .putInt(content.length)
          .put(content)
          .array();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void noNode(MessagePacker to) throws IOException {
    to.packExtensionTypeHeader(UUID, ZERO_UUID.length).writePayload(ZERO_UUID);
    to.packString("nothing");
  }

  /**
   * @param key its place in the primary key, by which rows are put into partitions; -1: none
   */
  private static void column(MessagePacker to, String name, ColumnType type, int key)
      throws IOException {
    to.packInt(PROPERTIES).packString(name).packInt(type.id()).packInt(key);
    to.packBoolean(key < 0).packInt(key).packInt(0).packInt(0);
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
      out.write(answer(MessagePack.newDefaultUnpacker(head, 0, looked)));
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

  private static byte[] answer(MessageUnpacker request) throws IOException {
    int operation = request.unpackInt();
    long number = request.unpackLong();
    Part what =
        switch (operation) {
          case TABLE_GET -> table(request.unpackString());
          case SCHEMAS_GET -> request.unpackInt() == SERIES ? SERIES_SCHEMA : SAMPLES_SCHEMA;
          case SQL_EXEC -> DONE;
          case PARTITION_ASSIGNMENT_GET -> ASSIGNMENT;
          default -> WRITTEN;
        };
    // The request's number, and no flags.
    return message(to -> to.packLong(number).packInt(0).packInt(NOW), what);
  }

  private static Part table(String name) {
    ASKED.add(name);
    String samples = name.replaceFirst("_SERIES$", "");
    boolean isSeries = samples.length() < name.length() && ASKED.contains(samples);
    return to -> to.packInt(isSeries ? SERIES : SAMPLES).packString(name);
  }
}
