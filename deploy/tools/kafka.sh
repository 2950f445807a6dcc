# A Kafka broker's jars, from Maven. To be sourced after machine.sh and build.sh.

# Exports TIDEMARK_KAFKA_LIBS, the folder that holds them, or is to.
have_kafka() {
  export TIDEMARK_KAFKA_LIBS
  TIDEMARK_KAFKA_LIBS=$cache/kafka-$(pom_property kafka.version)
  [ -d "$TIDEMARK_KAFKA_LIBS" ]
}

about_kafka() { echo "Kafka: its jars, from Maven, into $cache/kafka-$(pom_property kafka.version)"; }

need_kafka() {
  local version work
  have_kafka && return
  granted "$(about_kafka)"
  version=$(pom_property kafka.version)
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
