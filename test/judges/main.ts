import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hear, isClean, type Judge, type Verdict } from './judge.ts';
import { JUDGES } from './list.ts';
import { PAGE, pageOf } from './page.ts';
import { openJudgedServer } from './server.ts';

/**
 * Runs the judges named on the command line, or all, over one server. Ends with 1 when a check failed that is not an
 * exception, an exception did not fail, or a judge could not be run at all; `--write` then leaves the page as it was.
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

const server = await openJudgedServer();
const verdicts = new Map<Judge, Verdict>();
try {
  for (const judge of chosen) {
    const missing = judge.missing?.() ?? null;
    if (missing) {
      print(`${judge.name}: not run, ${missing}`);
      continue;
    }
    const verdict = await hear(judge, server);
    verdicts.set(judge, verdict);
    report(judge, verdict);
  }
} finally {
  await server.close();
}

const absent = chosen.filter((judge) => !verdicts.has(judge));
const clean = [...verdicts.values()].every(isClean);
if (values.write) {
  if (absent.length)
    fail(`${PAGE} is left as it was: ${absent.map(({ name }) => name).join(', ')} did not run.`);
  if (!clean) fail(`${PAGE} is left as it was: not everything is as expected.`);
  writeFileSync(PAGE, pageOf(JUDGES, verdicts));
  print(`${PAGE} is written.`);
}
process.exit(clean && absent.length === 0 ? 0 : 1);

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
