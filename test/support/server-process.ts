import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The product as its own operating-system process, started the way `npm start` does. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** Milliseconds from the start to the ready line. */
  readonly readyMs: number;
  /** Lines written so far: its log, with `LOG_LEVEL` as given. */
  readonly output: readonly string[];
  /** Its lines on standard output. */
  readonly printed: readonly string[];
  /** Sends a signal and waits until the process has exited; returns its exit code, null if a signal ended it. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/**
 * The flags from `npm start`: new objects take at most 24 MB of memory, in an idle process as much as under
 * load.
 */
const FLAGS = ['--max-semi-space-size=8'];

/** Deadline for the ready line. */
const START_TIMEOUT_MS = 60_000;

/**
 * Starts a server with environment settings from docs/interface/operations.md#settings and waits for its
 * ready line. Throws with its output if it ends first.
 */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  script = 'server/start.js',
  cwd = '.',
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...FLAGS, script], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  });
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  const printed: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(line));
  const port = await readyPort(child, output);
  return {
    pid: child.pid ?? 0,
    port,
    address: `http://127.0.0.1:${port}`,
    readyMs: performance.now() - startedAt,
    output,
    printed,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

function readyPort(child: ChildProcess, output: string[]): Promise<number> {
  return new Promise((ready, failed) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`No ready line within ${START_TIMEOUT_MS} ms:\n${output.join('\n')}`));
    }, START_TIMEOUT_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      failed(new Error(`The server ended with code ${code} before it was ready:\n${output.join('\n')}`));
    });
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      output.push(line);
      const port = /^ready http:\/\/localhost:(\d+)$/.exec(line)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      ready(Number(port));
    });
  });
}
