import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** File for a run's failures, read by `npm run tool again`; missing if there are none. */
export const FAILED_FILES = 'test-output/failed-files.json';

export interface FailedFile {
  readonly project: string;
  readonly file: string;
  /** Each failed test or hook with its error. */
  readonly faults: readonly string[];
}

/** Records the failed files so that they can be rerun separately: test/README.md#second-tries. */
export class FailedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    rmSync(FAILED_FILES, { force: true });
    const failed = modules.filter((module) => !module.ok()).map(fileOf);
    if (failed.length === 0) return;
    mkdirSync('test-output', { recursive: true });
    writeFileSync(FAILED_FILES, JSON.stringify(failed, null, 2));
  }
}

function fileOf(module: TestModule): FailedFile {
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => `${suite.fullName}: ${message}`),
  );
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
  );
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    faults: [...module.errors().map(({ message }) => message), ...suites, ...tests],
  };
}
