import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed only when they were tried again, and what was wrong at first: test/README.md#second-tries. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const unsteady = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => {
          const [first] = test.result().errors ?? [];
          return `  ${relative(process.cwd(), module.moduleId)} > ${test.fullName}\n    ${first?.message ?? ''}`;
        }),
    );
    if (unsteady.length > 0)
      process.stdout.write(
        `\nTests that passed only at the second try: ${unsteady.length}\n${unsteady.join('\n')}\n`,
      );
  }
}
