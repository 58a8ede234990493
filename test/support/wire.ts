import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay to a port on this machine, with simulated network faults. */
export interface Wire {
  readonly port: number;
  /** Connections made through it so far. */
  readonly connections: () => number;
  /** Stops all traffic in both directions, on new connections too, until `resume`. */
  readonly stall: () => void;
  readonly resume: () => void;
  /** Existing connections silently lose all data from now on; new ones work. */
  readonly swallow: () => void;
  /** Ends every connection and refuses new ones, until `mend`. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
  readonly close: () => void;
}

export async function openWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let stalled = false;
  let made = 0;
  // Without a delay of its own: small packets would wait 40 ms for one another.
  const relay = createServer({ noDelay: true }, (near) => {
    made += 1;
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (stalled) from.pause();
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo; // it listens on TCP
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    connections: () => made,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    swallow() {
      for (const socket of sockets) {
        socket.removeAllListeners('data');
        socket.on('data', () => {});
      }
    },
    async cut() {
      const closed = once(relay, 'close');
      relay.close();
      end();
      await closed;
    },
    async mend() {
      relay.listen(port, '127.0.0.1');
      await once(relay, 'listening');
    },
    close() {
      end();
      relay.close();
    },
  };
}
