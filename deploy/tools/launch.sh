# Becomes the command line's Java program. To be sourced after machine.sh, with java set.

# launch OPENS CLASS_PATH [argument...]: OPENS are the options that open the JDK to Flink. With archive set, classes come from
# there: a third of a short run's CPU is loading them. One of other jars or of another Java is not used, and not an error.
launch() {
  local opens=$1 class_path=$2 options
  shift 2
  # Half of the memory is left to the database beside it. What Java 17 to 24 print about native libraries is no news to the user.
  options=(-XX:MaxRAMPercentage=50 -Xlog:disable -Xlog:all=error:stderr $opens)
  [ "$(java_major "$java")" -lt 24 ] || options+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
  [ ! -r "${archive:-}" ] || options+=("-XX:SharedArchiveFile=$archive")
  # What only looks something up ends before the second compiler's work would pay.
  case ${1:-} in '' | -* | config | report | savepoints | clean) options+=(-XX:TieredStopAtLevel=1) ;; esac
  [ -z "${TMPDIR:-}" ] || options+=("-Djava.io.tmpdir=$TMPDIR")
  exec "$java" "${options[@]}" ${TIDEMARK_JAVA_OPTS:-} -cp "$class_path" io.tidemark.cli.Main "$@"
}
