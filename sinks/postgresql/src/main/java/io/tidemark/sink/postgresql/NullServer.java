package io.tidemark.sink.postgresql;

import io.tidemark.sink.client.NullConnections;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Speaks PostgreSQL's protocol (version 3.0, "Message Formats") as far as writing needs, and throws
 * away what it is sent: every statement succeeds, every question has no rows.
 */
final class NullServer {
  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;
  private static final int STARTUP = 196608;
  private static final int INT8 = 20;
  private static final Map<String, String> PARAMETERS =
      Map.of(
          "server_version", "15.0",
          "server_encoding", "UTF8",
          "client_encoding", "UTF8",
          "DateStyle", "ISO, MDY",
          "TimeZone", "UTC",
          "integer_datetimes", "on",
          "standard_conforming_strings", "on");

  private NullServer() {}

  /** Prints its port, and runs until its standard input ends. */
  public static void main(String[] args) throws IOException {
    NullConnections.serve(NullServer::hold);
  }

  private static void hold(Socket socket) throws IOException {
    new Session(socket).run();
  }

  private static final class Session {
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Map<String, String> statements = new HashMap<>();
    private String bound = "";
    private char state = 'I';

    Session(Socket socket) throws IOException {
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 64 * 1024));
      out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 8 * 1024));
    }

    void run() throws IOException {
      if (!begin()) {
        return;
      }
      while (true) {
        int type = in.read();
        if (type < 0 || type == 'X') {
          return;
        }
        byte[] body = in.readNBytes(in.readInt() - 4);
        switch (type) {
          case 'Q' -> query(text(body, 0));
          case 'P' -> {
            String name = text(body, 0);
            statements.put(name, text(body, bytes(name)));
            message('1');
          }
          case 'B' -> {
            bound = statements.getOrDefault(text(body, bytes(text(body, 0))), "");
            message('2');
          }
          case 'D' -> describe(body);
          case 'E' -> complete(bound);
          case 'C' -> message('3');
          case 'S' -> ready();
          default -> {
            // Nothing that a writer sends needs another answer.
          }
        }
        if (in.available() == 0) {
          out.flush();
        }
      }
    }

    private boolean begin() throws IOException {
      while (true) {
        int length = in.readInt();
        int code = in.readInt();
        in.skipNBytes(length - 8);
        if (code == SSL_REQUEST || code == GSS_REQUEST) {
          out.write('N');
          out.flush();
        } else if (code == STARTUP) {
          break;
        } else {
          return false;
        }
      }
      out.write('R');
      out.writeInt(8);
      out.writeInt(0);
      for (Map.Entry<String, String> parameter : PARAMETERS.entrySet()) {
        out.write('S');
        out.writeInt(4 + bytes(parameter.getKey()) + bytes(parameter.getValue()));
        write(parameter.getKey());
        write(parameter.getValue());
      }
      out.write('K');
      out.writeInt(12);
      out.writeInt(1);
      out.writeInt(1);
      ready();
      out.flush();
      return true;
    }

    private void query(String sql) throws IOException {
      if (sql.startsWith("COPY")) {
        out.write('G');
        out.writeInt(7);
        out.write(1);
        out.writeShort(0);
        out.flush();
        for (int type = in.read(); type == 'd'; type = in.read()) {
          in.skipNBytes(in.readInt() - 4);
        }
        in.readNBytes(in.readInt() - 4);
      }
      complete(sql);
      ready();
    }

    private void describe(byte[] body) throws IOException {
      String sql = body[0] == 'S' ? statements.getOrDefault(text(body, 1), "") : bound;
      if (!sql.startsWith("SELECT")) {
        message('n');
        return;
      }
      out.write('T');
      out.writeInt(4 + 2 + bytes("x") + 18);
      out.writeShort(1);
      write("x");
      out.writeInt(0);
      out.writeShort(0);
      out.writeInt(INT8);
      out.writeShort(8);
      out.writeInt(-1);
      out.writeShort(0);
    }

    private void complete(String sql) throws IOException {
      String word = sql.split("[ ;]", 2)[0];
      state =
          switch (word) {
            case "BEGIN" -> 'T';
            case "COMMIT", "ROLLBACK" -> 'I';
            default -> state;
          };
      String tag =
          switch (word) {
            case "INSERT" -> "INSERT 0 1";
            case "COPY" -> "COPY 1";
            case "SELECT" -> "SELECT 0";
            default -> word;
          };
      out.write('C');
      out.writeInt(4 + bytes(tag));
      write(tag);
    }

    private void ready() throws IOException {
      out.write('Z');
      out.writeInt(5);
      out.write(state);
    }

    private void message(char type) throws IOException {
      out.write(type);
      out.writeInt(4);
    }

    private void write(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.write(0);
    }

    /** With the zero behind it. */
    private static int bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8).length + 1;
    }

    private static String text(byte[] body, int from) {
      int to = from;
      while (to < body.length && body[to] != 0) {
        to++;
      }
      return new String(body, from, to - from, StandardCharsets.UTF_8);
    }
  }
}
