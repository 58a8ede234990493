import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { REDIS } from './programs.ts';

/** A real Redis on a free port, keeping nothing on disk. */
export interface TestRedis {
  readonly url: string;
  /** Sends a signal: `SIGSTOP` lets it hang, `SIGCONT` go on. */
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
  /** Starts it again on the same port, empty. */
  readonly start: () => Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  if (REDIS.path === null) throw new Error(`There is no Redis: install ${REDIS.install}.`);
  const port = await freePort();
  const binary = REDIS.path;
  let running = await launch(binary, port);
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => void running.kill(signal),
    async stop() {
      if (running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      running.kill('SIGKILL');
      await gone;
    },
    async start() {
      running = await launch(binary, port);
    },
  };
}

async function launch(binary: string, port: number): Promise<ChildProcess> {
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', daemonize: 'no' };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(binary, options, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
  const lines = createInterface({ input: child.stdout });
  const output: string[] = [];
  await new Promise<void>((ready, failed) => {
    lines.on('line', (line) => {
      output.push(line);
      if (line.includes('Ready to accept connections')) ready();
    });
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`Redis ended with ${code}:\n${output.join('\n')}`)));
  });
  return child;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
