# The images of the integration tests: the official ones where a registry answers, else one built on the spot that holds both
# programs. Sets image_args, for Maven. To be sourced after machine.sh, build.sh and engine.sh.

image_args=()

images_up() {
  local metrics kafka built
  metrics=$(pom_property test.victoria-metrics.image)
  kafka=$(pom_property test.kafka.image)
  ! { has_image "$metrics" && has_image "$kafka"; } || return 0
  # Its content is decided by this file, the jar list and the Kafka version.
  built=tidemark-test:$(cat "$root"/deploy/image/{images.sh,kafka.pom.xml} <(pom_property kafka.version) | cksum | cut -d' ' -f1)
  if ! has_image "$built"; then
    if timeout 20 docker manifest inspect "$metrics" >/dev/null 2>&1; then
      say "pulling $metrics and $kafka"
      run docker pull -q "$metrics" >/dev/null && run docker pull -q "$kafka" >/dev/null && return
    fi
    build_image "$built"
    # Not at once: another checkout may still use the one before.
    docker image prune -af --filter label=io.tidemark.test-image --filter until=720h >/dev/null
  fi
  image_args=("-Dtest.victoria-metrics.image=$built" "-Dtest.kafka.image=$built")
  # Neither Testcontainers' reaper nor its look at the network can work without a registry; `tidemark test` removes what is left.
  export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
}

has_image() { docker image inspect "$1" >/dev/null 2>&1; }

# A Debian with VictoriaMetrics and a JRE from its own packages, and Kafka's broker from Maven, as the official image has it.
build_image() {
  local mirror
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || fail "no image registry answers, and only Debian can build the images itself; pull $(pom_property test.victoria-metrics.image) and $(pom_property test.kafka.image), then run this again"
  can_be_root || fail "no image registry answers, and building the images needs root; run as root: ./tidemark test"
  have debootstrap || install debootstrap debootstrap
  exec 5>"$cache/image.lock"
  flock 5
  # Another run may have built it in the meantime.
  ! has_image "$1" || return 0
  say "building the image $1 from Debian's packages and Kafka's jars (about a minute)"
  run build_image_in_temp "$1" "$mirror" >"$cache/image.log" 2>&1 || {
    tail -n 5 "$cache/image.log" >&2
    say "the image could not be built (log: $cache/image.log)"
    exit 1
  }
  exec 5>&-
}

build_image_in_temp() (
  set -e
  # Not in TMPDIR: a temporary file system mounted nodev can't hold a Debian.
  work=$(mktemp -d /var/tmp/tidemark-image.XXXXXX)
  trap 'kill $(jobs -p) 2>/dev/null || true; wait; umount_below "$work"; as_root rm -rf --one-file-system "$work"' EXIT
  trap 'exit 143' TERM INT
  maven -f deploy/image/kafka.pom.xml -q dependency:copy-dependencies -DincludeScope=runtime \
    -Dkafka.version="$(pom_property kafka.version)" -DoutputDirectory="$work/libs" &
  as_root debootstrap --variant=minbase --include=ca-certificates,victoria-metrics,default-jre-headless \
    "$(debian_codename)" "$work/root" "$2" &
  wait -n && wait -n
  as_root mkdir -p "$work/root/opt/kafka"
  as_root mv "$work/libs" "$work/root/opt/kafka/libs"
  as_root tar -C "$work/root" --exclude=./var/lib/apt/lists --exclude=./usr/share/doc -c . |
    docker import --change 'ENTRYPOINT ["/usr/bin/victoria-metrics"]' --change 'LABEL io.tidemark.test-image=1' - "$1"
)

umount_below() {
  local point
  while read -r _ point _; do
    case $point in "$1"/*) as_root umount -l "$point" ;; esac
  done </proc/mounts
}

debian_codename() { (. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME"); }

# apt's own answer, which reads both formats of its sources.
debian_mirror() {
  apt-get indextargets --format '$(CREATED_BY) $(RELEASE) $(COMPONENT) $(REPO_URI)' 2>/dev/null |
    sed -n "s/^Packages $(debian_codename) main //p" | head -n 1
}
