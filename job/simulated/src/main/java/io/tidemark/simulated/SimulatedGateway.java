package io.tidemark.simulated;

import io.tidemark.simulated.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Passes requests on to the databases, as many at once as it may. Not thread-safe. */
final class SimulatedGateway {
  private static final int TOO_MANY_REQUESTS = 429;

  private record Waiting(SimulatedNode to, SimulatedNode.Call call) {}

  private final Surroundings.Gateway gateway;
  private final VirtualTime time;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int inside;

  SimulatedGateway(Surroundings.Gateway gateway, VirtualTime time) {
    this.gateway = gateway;
    this.time = time;
  }

  void send(SimulatedNode to, SimulatedNode.Call call) {
    after(
        gateway.handsOver(call.bytes()),
        () -> {
          call.handedOver(time.nanos());
          after(gateway.roundTrip(), () -> arrive(to, call));
        });
  }

  private void after(Duration wait, Runnable what) {
    if (wait.isZero()) {
      what.run();
    } else {
      time.in(wait, what);
    }
  }

  private void arrive(SimulatedNode to, SimulatedNode.Call call) {
    if (gateway.limit() == 0) {
      to.send(call);
    } else if (inside < gateway.limit()) {
      pass(to, call);
    } else if (gateway.refuses()) {
      call.taken();
      call.answered(TOO_MANY_REQUESTS);
    } else {
      if (gateway.streams()) {
        call.unread();
      } else {
        call.taken();
      }
      waiting.add(new Waiting(to, call));
    }
  }

  private void pass(SimulatedNode to, SimulatedNode.Call call) {
    inside++;
    to.send(
        new SimulatedNode.Call() {
          @Override
          public double samples() {
            return call.samples();
          }

          @Override
          public double series() {
            return call.series();
          }

          @Override
          public double ofNewSeries() {
            return call.ofNewSeries();
          }

          @Override
          public double bytes() {
            return call.bytes();
          }

          @Override
          public double noise() {
            return call.noise();
          }

          @Override
          public void taken() {
            call.taken();
          }

          @Override
          public void unread() {
            call.unread();
          }

          @Override
          public void answered(int status) {
            inside--;
            Waiting next = waiting.poll();
            if (next != null) {
              pass(next.to, next.call);
            }
            call.answered(status);
          }
        });
  }
}
