import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Interface } from 'node:readline';

/** A child process with its output lines. */
export interface Running {
  readonly child: ChildProcess;
  readonly lines: Interface;
}

/** Waits for a line; never resolves if the process ends without it. */
export function lineOf({ lines }: Running, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((found) => {
    const look = (line: string) => {
      const match = pattern.exec(line);
      if (!match) return;
      lines.off('line', look);
      found(match);
    };
    lines.on('line', look);
  });
}

/** Stops a process and waits for it to exit. */
export async function stop({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
