/**
 * `npm run tool again`: reruns the files that failed in the previous run, one after the other, each in a
 * fresh process; lists those that passed only this time: test/README.md#second-tries.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { FAILED_FILES, type FailedFile } from './support/failed-files.ts';

/** More failures than a busy machine causes: the change is at fault. */
const MOST = 5;

if (!existsSync(FAILED_FILES)) {
  process.stderr.write('The run before left no failed files: it failed as a whole, or did not fail.\n');
  process.exit(1);
}
const failed: readonly FailedFile[] = JSON.parse(readFileSync(FAILED_FILES, 'utf8'));
if (failed.length > MOST) {
  process.stderr.write(`${failed.length} files failed: more than ${MOST} are not tried again.\n`);
  process.exit(1);
}
const lasting = failed.filter(
  ({ project, file }) =>
    spawnSync('npx', ['vitest', 'run', '--project', project, file], { stdio: 'inherit' }).status !== 0,
);
const list = (files: readonly FailedFile[]) =>
  files.map(({ project, file, faults }) =>
    [`  ${project} ${file}`, ...faults.map((fault) => `    ${fault}`)].join('\n'),
  );
const passed = failed.filter((file) => !lasting.includes(file));
if (passed.length > 0)
  process.stdout.write(
    `\nFiles that passed only when tried again, and what was wrong at first: ${passed.length}\n${list(passed).join('\n')}\n`,
  );
if (lasting.length > 0)
  process.stdout.write(`\nFiles that failed both times: ${lasting.length}\n${list(lasting).join('\n')}\n`);
process.exit(lasting.length > 0 ? 1 : 0);
