import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hear, isClean, type Judge, readinessOf, tallyOf, type Verdict } from './judge.ts';
import { JUDGES } from './list.ts';
import { PAGE, pageOf } from './page.ts';

/**
 * Runs the judges named on the command line, or all, over one server. Exits with 1 if a check failed that
 * isn't an exception, an exception did not fail, or a judge could not run although its checkout is named;
 * `--write` then leaves the page unchanged. A judge without a named checkout isn't run, and keeps its row on
 * the page; the last line counts the judges that ran. A run without judges fails.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const chosen = positionals.length ? JUDGES.filter(({ name }) => positionals.includes(name)) : JUDGES;
if (chosen.length !== (positionals.length || JUDGES.length)) {
  fail(`Unknown judge. There are: ${JUDGES.map(({ name }) => `"${name}"`).join(', ')}.`);
}
if (values.write && positionals.length) fail('--write needs every judge: name none.');

const verdicts = new Map<Judge, Verdict>();
/** Variables that would let the other judges run. */
const unset = new Set<string>();
const ready: Judge[] = [];
let unable = 0;
for (const judge of chosen) {
  const readiness = readinessOf(judge, process.env);
  if (readiness.kind === 'ready') ready.push(judge);
  if (readiness.kind === 'unset') {
    unset.add(readiness.variable);
    print(`${judge.name}: not run: set ${readiness.variable}`);
  }
  if (readiness.kind === 'unable') {
    unable++;
    print(`${judge.name}: FAILED, cannot run: ${readiness.reason}`);
  }
}
if (ready.length) await hearAll(ready);

const clean = unable === 0 && [...verdicts.values()].every(isClean);
if (values.write) {
  if (!clean) fail(`${PAGE} is left as it was: not everything is as expected.`);
  writeFileSync(PAGE, pageOf(JUDGES, verdicts, readFileSync(PAGE, 'utf8')));
  print(`${PAGE} is written.`);
}
print(tallyOf({ ran: verdicts.size, chosen: chosen.length, unset: [...unset] }));
process.exit(clean && verdicts.size > 0 ? 0 : 1);

async function hearAll(judges: readonly Judge[]): Promise<void> {
  const { openJudgedServer } = await import('../support/judged-server.ts'); // the product: loaded only if a judge runs
  const server = await openJudgedServer();
  try {
    for (const judge of judges) {
      const verdict = await hear(judge, server);
      verdicts.set(judge, verdict);
      report(judge, verdict);
    }
  } finally {
    await server.close();
  }
}

function report({ name, version }: Judge, { passed, failed, expected, overdue }: Verdict): void {
  print(
    `${name} (${version}): ${passed} passed, ${failed.length} failed, ${expected.length} expected to fail`,
  );
  for (const { check, problem } of failed) print(`  FAILED ${check}: ${problem}`);
  for (const check of overdue) print(`  PASSES, so it is no exception any more: ${check}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
