import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const LINE_MS = 45_000;
/** Longer than a command gives its child processes to end. */
const END_MS = 10_000;

/** A process whose output is read line by line. */
export interface Process {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  /** Waits for a line. Throws if the process ends without it, or hasn't printed it within 45 s. */
  readonly line: (pattern: RegExp) => Promise<string>;
}

/** Ports below those that systems hand out for port 0 and for outgoing connections. */
const PORTS = { first: 20_000, count: 12_000 };
const given = new Set<number>();

/** A free loopback port, each time another one. No listener on port 0 and no connection takes it before it's used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A process's printed lines, which can be awaited; the process ends with the test. */
export function watch(child: ChildProcess): Process {
  onTestFinished(() => end(child));
  return readLines(child);
}

/** Ends a process like a developer would, so that it can end its child processes. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const killing = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await gone;
  clearTimeout(killing);
}

/** A process's printed lines, which can be awaited. */
export function readLines(child: ChildProcess): Process {
  const lines: string[] = [];
  const news = new EventTarget();
  const gone = once(child, 'exit');
  for (const input of [child.stdout, child.stderr]) {
    if (input === null) continue;
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      news.dispatchEvent(new Event('line'));
    });
  }
  return {
    child,
    lines,
    async line(pattern: RegExp): Promise<string> {
      const late = AbortSignal.timeout(LINE_MS);
      for (;;) {
        const found = lines.find((line) => pattern.test(line));
        if (found !== undefined) return found;
        const end = child.exitCode ?? child.signalCode;
        if (end !== null) throw new Error(`It ended with ${end}:\n${lines.join('\n')}`);
        if (late.aborted)
          throw new Error(`It did not print ${pattern} within ${LINE_MS} ms:\n${lines.join('\n')}`);
        await Promise.race([once(news, 'line'), once(late, 'abort'), gone]);
      }
    },
  };
}
