# VictoriaMetrics' image for the integration tests: the official one where a registry answers, else one made of the binary that
# this machine has. Sets image_args, for Maven. To be sourced after machine.sh, build.sh and engine.sh.

image_args=()

# After need_victoria_metrics.
image_up() {
  local official own
  official=$(pom_property test.victoria-metrics.image)
  ! has_image "$official" || return 0
  own=tidemark-test:$(cat "$root/deploy/tools/image.sh" "$TIDEMARK_VICTORIA_METRICS" | cksum | cut -d' ' -f1)
  if ! has_image "$own"; then
    if [ -n "${TIDEMARK_INSTALL:-}" ] && timeout 20 docker manifest inspect "$official" >/dev/null 2>&1; then
      say "pulling $official"
      run docker pull -q "$official" >/dev/null && return
    fi
    make_image "$own"
    # Not at once: another checkout may still use the one before.
    docker image prune -af --filter label=io.tidemark.test-image --filter until=720h >/dev/null
  fi
  image_args=("-Dtest.victoria-metrics.image=$own")
  # Neither Testcontainers' reaper nor its look at the network can work without a registry; `tidemark test` removes what is left.
  export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
}

has_image() { docker image inspect "$1" >/dev/null 2>&1; }

# The binary and the libraries it is linked with, at the paths they have here.
make_image() {
  local binary libraries
  binary=$(readlink -f "$TIDEMARK_VICTORIA_METRICS")
  # A static one has none.
  libraries=$(ldd "$binary" 2>/dev/null | grep -o '/[^ ]*' || true)
  say "no image registry answers: making the image $1 from $binary"
  # shellcheck disable=SC2086
  tar -chP --transform 's:^/::' "$binary" $libraries |
    docker import --change "ENTRYPOINT [\"$binary\"]" --change 'LABEL io.tidemark.test-image=1' - "$1" >"$cache/image.log" 2>&1 || {
    tail -n 5 "$cache/image.log" >&2
    fail "the image could not be made (log: $cache/image.log); pull $(pom_property test.victoria-metrics.image), then run this again"
  }
}
