import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** Prints the files that took the processor longest, without the PostgreSQL they share: test/README.md#where-the-time-goes. */
export class DearestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const files = modules.map((module) => ({
      name: `${module.project.name} ${relative(process.cwd(), module.moduleId)}`,
      seconds: module.meta().cpuSeconds ?? 0,
    }));
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const lines = files
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, SHOWN)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${name}`);
    process.stdout.write(`\nSeconds of CPU: ${total.toFixed(0)}, most of them in\n${lines.join('\n')}\n`);
  }
}
