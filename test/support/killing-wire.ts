import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay to PostgreSQL that kills its client's process between two statements. */
export interface KillingWire {
  readonly port: number;
  /**
   * Kills the process with SIGKILL instead of relaying its `at`th message, counted from the first message from now on
   * that contains `from`. Resolves when it did; `disarm` ends the wait.
   */
  readonly arm: (target: {
    readonly pid: number;
    readonly at: number;
    readonly from?: string;
  }) => Promise<boolean>;
  readonly disarm: () => void;
  readonly close: () => void;
}

export async function openKillingWire(target: number): Promise<KillingWire> {
  const sockets = new Set<Socket>();
  let isDue: (message: Buffer) => boolean = () => false;
  let disarm = () => {};
  const relay = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.on('data', (message: Buffer) => {
      if (isDue(message)) near.destroy();
      else far.write(message);
    });
    far.on('data', (message) => near.write(message));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port, // it listens on TCP
    arm: ({ pid, at, from }) =>
      new Promise((settled) => {
        let seen = 0;
        const end = (killed: boolean) => {
          isDue = () => false;
          settled(killed);
        };
        disarm = () => end(false);
        isDue = (message) => {
          if (seen === 0 && from !== undefined && !message.includes(from)) return false;
          seen += 1;
          if (seen < at) return false;
          process.kill(pid, 'SIGKILL');
          end(true);
          return true;
        };
      }),
    disarm: () => disarm(),
    close() {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}
