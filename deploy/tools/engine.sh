# A Docker engine for the tests: the one that answers, else one of our own. To be sourced after machine.sh.
#
# Our own has its own socket and data, no bridge and no firewall rules: containers share the host's network, and nothing of the
# machine's own Docker or network changes. Concurrent test runs share it: each holds the users' lock, shared, and the last one
# stops the engine. Looking, starting and stopping happen under the other lock, one run at a time.

engine_run=/run/tidemark/$(id -u)
engine_data=$cache/engine
engine_owned=

engine_answers() { docker info >/dev/null 2>&1; }

# Whether there is one, or one can be started.
have_engine() { have docker && { have dockerd || engine_answers; }; }
about_engine() { by_package 'a Docker engine' docker; }
need_engine() { have_engine || install 'a Docker engine' docker; }

engine_up() {
  if have docker && engine_answers; then return; fi
  have docker && have dockerd || install 'a Docker engine' docker
  can_be_root || fail "no Docker engine answers, and starting one needs root; run: sudo systemctl start docker && sudo usermod -aG docker $(id -un)"
  export DOCKER_HOST=unix://$engine_run/docker.sock
  as_root mkdir -p "$engine_run"
  mkdir -p "$engine_data"
  exec 6>"$engine_data/starting" 8>"$engine_data/users"
  flock 6
  flock -s 8
  engine_owned=1
  engine_answers || engine_start
  flock -u 6
}

engine_start() {
  local group try
  group=$(id -gn)
  say "starting a Docker engine (log: $engine_data/dockerd.log)"
  # In a session of its own, so that Ctrl-C leaves it alive until the containers are removed.
  as_root setsid dockerd --host "$DOCKER_HOST" --group "$group" --pidfile "$engine_run/dockerd.pid" --exec-root "$engine_run/exec" \
    --data-root "$engine_data/data" --bridge none --iptables=false --ip-forward=false --ip-masq=false \
    >"$engine_data/dockerd.log" 2>&1 </dev/null 6>&- 8>&- &
  for try in {1..480}; do
    engine_answers && return
    kill -0 $! 2>/dev/null || break
    sleep 0.25
  done
  grep -E 'level=(error|fatal)|^failed' "$engine_data/dockerd.log" | tail -n 3 >&2 || true
  fail "the Docker engine did not start (log: $engine_data/dockerd.log); start one that 'docker info' reaches, then run this again"
}

# Stops the engine this run may have started; a no-op for the user's own.
engine_down() {
  local pid try
  [ -n "$engine_owned" ] && flock 6 && flock -xn 8 || return 0
  pid=$(cat "$engine_run/dockerd.pid" 2>/dev/null) || return 0
  as_root kill "$pid" 2>/dev/null || return 0
  for try in {1..320}; do
    [ -d "/proc/$pid" ] || return 0
    sleep 0.25
  done
  as_root kill -KILL "$pid" 2>/dev/null || true
}
