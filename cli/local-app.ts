import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, Failure } from './failure.ts';

const STOP_WITHIN_MS = 5_000;
const LISTEN_WITHIN_MS = 30_000;
const LOOK_AGAIN_MS = 200;

/** The developer's own app, started by `platform dev`. */
export interface LocalApp {
  /**
   * Resolves with a human-readable reason if the app ends without being stopped; never rejects, and doesn't
   * resolve after the app is stopped.
   */
  readonly ended: Promise<string>;
  /** Stops it and everything it started; kills it after 5 seconds. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts an app's command in a shell, with `PORT` set; the app is stopped when this process ends, if it
 * hasn't been stopped before. Calls `onLine` with each line it writes.
 */
export function startApp(command: string, port: string, onLine: (line: string) => void): LocalApp {
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: port },
    // The app gets its own process group, so that everything the shell started can be stopped with it.
    detached: process.platform !== 'win32',
  });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  const terminate = () => signal(child, 'SIGTERM');
  process.once('exit', terminate); // no matter how this process ends: the separate group would otherwise keep running
  const ended = endOf(child).finally(() => process.off('exit', terminate));
  let stopping = false;
  return {
    ended: ended.then((end) => (stopping ? new Promise<never>(() => {}) : end)),
    async stop() {
      stopping = true;
      terminate();
      const stopped = await Promise.race([ended, sleep(STOP_WITHIN_MS, null, { ref: false })]);
      if (stopped === null) signal(child, 'SIGKILL');
      await ended;
    },
  };
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, name] = await once(child, 'close');
    return name === null ? `exited with status ${code}` : `was stopped by ${name}`;
  } catch (error) {
    return `couldn't be started: ${error instanceof Error ? error.message : error}`;
  }
}

function signal({ pid, exitCode }: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    if (exitCode === null) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-pid, name);
  } catch (error) {
    // The group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until an address accepts connections, because deliveries sent while the app starts would be lost. */
export async function listening({ hostname, port, protocol, host }: URL, { ended }: LocalApp): Promise<void> {
  const number = Number(port || (protocol === 'https:' ? 443 : 80));
  const lastLook = performance.now() + LISTEN_WITHIN_MS;
  const name = hostname.replace(/^\[|\]$/g, '');
  while (!(await answers(name, number))) {
    const end = await Promise.race([ended, sleep(LOOK_AGAIN_MS, null)]);
    if (end !== null) throw new Failure(EXIT.failed, `The app ${end}.`);
    if (performance.now() > lastLook) {
      throw new Failure(EXIT.failed, `The app isn't listening on ${host} after 30 s.`, {
        hint: 'It receives its port in PORT. Give another address with --to <url>.',
      });
    }
  }
}

async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false; // no listener there yet
  } finally {
    socket.destroy();
  }
}
