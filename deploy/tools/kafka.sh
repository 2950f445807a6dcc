# A Kafka broker's jars, from Maven. To be sourced after machine.sh and build.sh.

# Exports TIDEMARK_KAFKA_LIBS, the folder that holds them.
need_kafka() {
  local version work
  version=$(pom_property kafka.version)
  export TIDEMARK_KAFKA_LIBS=$cache/kafka-$version
  [ ! -d "$TIDEMARK_KAFKA_LIBS" ] || return 0
  need_maven
  say "getting the jars of Kafka $version"
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/kafka.XXXXXX")
  run maven -f deploy/tools/kafka.pom.xml -q dependency:copy-dependencies -DincludeScope=runtime \
    -Dkafka.version="$version" -DoutputDirectory="$work" >"$cache/kafka.log" 2>&1 || {
    rm -rf "$work"
    fail "Maven could not get Kafka's jars (log: $cache/kafka.log)"
  }
  # Whoever was first has it.
  mv -T "$work" "$TIDEMARK_KAFKA_LIBS" 2>/dev/null || rm -rf "$work"
}
