# An HBase in one process and an OpenTSDB on it. Ends both when it is asked to (TERM, or USR1: at once), and when HBase ends.
# start.sh JAVA JARS FOLDER DATA: configuration is in FOLDER, data in DATA.
java=$1 jars=$2 folder=$3 data=$4
echo $$ >"$folder/pid"
opens=
for package in java.lang java.lang.reflect java.nio sun.nio.ch java.util java.io java.net; do
  opens="$opens --add-opens=java.base/$package=ALL-UNNAMED"
done
for package in jdk.internal.misc sun.net.dns sun.net.util; do
  opens="$opens --add-exports=java.base/$package=ALL-UNNAMED"
done
opens="$opens --add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED"

# hbase OPTIONS CLASS ARGUMENT...
hbase() {
  options=$1
  shift
  exec "$java" $options -Djava.net.preferIPv4Stack=true -Dzookeeper.admin.enableServer=false $opens \
    -Dhbase.log.dir="$folder" -cp "$folder/hbase:$jars/hbase/*" "$@"
}

tsd=
server=
maker=
# In this order: what the TSD still holds goes to HBase, which then writes its files.
stop() {
  trap '' TERM
  for child in $maker $tsd $server; do
    kill "$child" 2>/dev/null && wait "$child"
  done
  exit 0
}
trap stop TERM
# At once: nobody needs the data any more.
trap 'kill -KILL $maker $tsd $server 2>/dev/null; wait $maker $tsd $server; exit 1' USR1

(hbase -Xmx1g org.apache.hadoop.hbase.master.HMaster start) &
server=$!

# Two regions each are the fewest that it makes; the columns are those of OpenTSDB's own script (src/create_table.sh).
make_table() {
  [ -e "$data/table-$1" ] && return
  (hbase '-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1' org.apache.hadoop.hbase.util.RegionSplitter -c 2 -f "$2" "$1" UniformSplit) &
  maker=$!
  wait "$maker" && : >"$data/table-$1"
}
make_table tsdb-uid id:name && make_table tsdb t || stop
# Only who keeps track of series asks for it.
! grep -q '^tsd.core.meta' "$folder/opentsdb.conf" || make_table tsdb-meta name || stop
maker=

start_tsd() {
  "$java" -Xmx1g -Djava.net.preferIPv4Stack=true -Dlogback.configurationFile="$folder/logback.xml" \
    -cp "$folder:$jars/tsd/*" net.opentsdb.tools.TSDMain --config="$folder/opentsdb.conf" >/dev/null &
  tsd=$!
}
start_tsd
while kill -0 "$server" 2>/dev/null; do
  # One that finds no tables ends: an HBase that was killed takes a while until it serves them again.
  kill -0 "$tsd" 2>/dev/null || start_tsd
  # A signal ends the waiting, and would not end a sleep.
  sleep 0.5 &
  wait $!
done
stop
