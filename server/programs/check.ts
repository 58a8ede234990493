import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { TOOLS } from './tool.ts';

// `npm run check`: runs every check, as many at a time as there are cores, and prints each one's output when it ends.

/**
 * Commands by name, longest first: a check that starts last shouldn't run alone. Checks don't write files
 * that other checks read.
 */
const CHECKS: Readonly<Record<string, string>> = {
  types: TOOLS['types']?.run ?? '',
  codegen: 'graphql-codegen --config codegen.ts --check',
  lint: TOOLS['lint']?.run ?? '',
  unused: TOOLS['unused']?.run ?? '',
  'tables:check': TOOLS['tables:check']?.run ?? '',
  schema: `${TOOLS['schema']?.run} --check`,
  plans: 'node server/programs/plans.ts --check',
  voice: TOOLS['voice']?.run ?? '',
  words: TOOLS['words']?.run ?? '',
};

const waiting = Object.entries(CHECKS);
const failed: string[] = [];
await Promise.all(Array.from({ length: availableParallelism() }, runChecks));
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

/** Takes one check after another until all are done. */
async function runChecks(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, command] = next;
    const startedAt = performance.now();
    const { code, output } = await run(command);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'} ${name}, ${seconds} s\n${output}`);
    if (code !== 0) failed.push(name);
  }
}

async function run(command: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn('sh', ['-c', `{ ${command}; } 2>&1`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise<number | null>((done, fail) => child.once('exit', done).once('error', fail));
  return { output: await text(child.stdout), code: await code };
}
