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
  /** How it ended of its own accord, in words; never rejects, and never resolves once it is stopped. */
  readonly ended: Promise<string>;
  /** Ends it with everything it started; one that does not end within 5 seconds is killed. */
  readonly stop: () => Promise<void>;
}

/** Starts an app by its command, in a shell, with `PORT` set; it ends with this process at the latest. `onLine` gets each line it writes. */
export function startApp(command: string, port: string, onLine: (line: string) => void): LocalApp {
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: port },
    // A process group of its own, so that what the shell started can be ended with it.
    detached: process.platform !== 'win32',
  });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  const terminate = () => signal(child, 'SIGTERM');
  process.once('exit', terminate); // whatever ends this process: no one else would end a group of its own
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
    return name === null ? `ended with status ${code}` : `was ended by ${name}`;
  } catch (error) {
    return `could not be started: ${error instanceof Error ? error.message : error}`;
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
    // The group has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until something listens at an address: deliveries that come before would be lost on an app that still starts. */
export async function listening({ hostname, port, protocol, host }: URL, { ended }: LocalApp): Promise<void> {
  const number = Number(port || (protocol === 'https:' ? 443 : 80));
  const lastLook = performance.now() + LISTEN_WITHIN_MS;
  const name = hostname.replace(/^\[|\]$/g, '');
  while (!(await answers(name, number))) {
    const end = await Promise.race([ended, sleep(LOOK_AGAIN_MS, null)]);
    if (end !== null) throw new Failure(EXIT.failed, `The app ${end}.`);
    if (performance.now() > lastLook) {
      throw new Failure(EXIT.failed, `The app does not listen on ${host} after 30 s.`, {
        hint: 'It is given the port in PORT. Another address is given with --to <url>.',
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
    return false; // nothing listens there yet
  } finally {
    socket.destroy();
  }
}
