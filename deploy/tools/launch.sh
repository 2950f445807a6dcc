# Becomes the command line's Java program. To be sourced after machine.sh, with java set.

# launch OPENS CLASS_PATH [argument...]: OPENS are the options that open the JDK to Flink. With archive set, classes come from
# there: a third of a short run's CPU is loading them. One of other jars or of another Java is not used, and not an error.
launch() {
  local opens=$1 class_path=$2 options samples
  shift 2
  # Half of the memory is left to the database beside it. What Java 17 to 24 print about native libraries is no news to the user.
  # Classes beyond the usual 21 MB would begin a collection that marks all of the heap: with millions of series that takes seconds.
  options=(-XX:MaxRAMPercentage=50 -XX:MetaspaceSize=64m -Xlog:disable -Xlog:all=error:stderr $opens)
  [ "$(java_major "$java")" -lt 24 ] || options+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
  [ ! -s "${archive:-}" ] || options+=("-XX:SharedArchiveFile=$archive")
  # What only looks something up ends before the second compiler's work would pay.
  case ${1:-} in '' | -* | config | report | savepoints | clean) options+=(-XX:TieredStopAtLevel=1) ;; esac
  # A run of so few samples ends before all that is warm would pay: the second compiler takes what is hot, later, or nothing.
  case " $* " in
    ' run '*source.datagen.samples=*)
      samples=" $* " samples=${samples##*source.datagen.samples=} samples=${samples%% *}
      case $samples in
        *[!0-9]* | ??????*) ;;
        ?????) options+=(-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000 -XX:Tier4CompileThreshold=150000) ;;
        *) options+=(-XX:TieredStopAtLevel=1) ;;
      esac ;;
  esac
  # What a command's time counts from.
  [ -z "${EPOCHREALTIME:-}" ] || options+=("-Dtidemark.launched=${EPOCHREALTIME/[.,]/}")
  [ -z "${TMPDIR:-}" ] || options+=("-Djava.io.tmpdir=$TMPDIR")
  exec "$java" "${options[@]}" ${TIDEMARK_JAVA_OPTS:-} -cp "$class_path" io.tidemark.cli.Main "$@"
}

# make_archive FILE OPENS CLASS_PATH: the classes that a run loads, as the JVM wants them in memory: of a run with a database
# of its own, if that can be started here. Without it the start is slower, and all is well. FILE is there whole or not at all,
# for whoever starts meanwhile.
make_archive() {
  local target
  part=$1.$$
  trap 'rm -f "$part"' EXIT
  for target in victoriametrics null; do
    run "$java" -XX:ArchiveClassesAtExit="$part" $2 -cp "$3" io.tidemark.cli.Main \
      run -q --set target.type=$target --set source.datagen.samples=1000 && mv "$part" "$1" && break || rm -f "$part"
  done
  trap - EXIT
}

# keep_archive HOME OPENS CLASS_PATH [argument...]: sets archive for the release in HOME, which can't bring one along: it fits one
# Java and one folder. The second run makes it, for who runs but once, as a container does, would wait for what is never used.
keep_archive() {
  local key
  # The JVM knows jars by size and time, and those of all releases are of one time.
  key=$({ cat "$1/SHA256SUMS" && echo "$1 $(readlink -f "$java") $(java_version "$java")"; } 2>/dev/null | sha256sum 2>/dev/null) || return 0
  archive=$cache/classes/${key%% *}.jsa
  case ${4:-} in run | ceiling | ab) ;; *) return 0 ;; esac
  [ ! -e "$archive" ] || return 0
  if [ -e "$archive.wanted" ]; then
    say "archiving classes, so that from here on it starts faster (once for this Java)"
    make_archive "$archive" "$2" "$3" >/dev/null 2>&1
    # Where it can't be made, it is not tried each time.
    [ -e "$archive" ] || : >"$archive" || true
  else
    { mkdir -p "$cache/classes" && : >"$archive.wanted"; } 2>/dev/null || true
  fi
}
