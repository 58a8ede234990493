import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** Every file in a run by `npm run tool costs`, most expensive first. */
const TABLE = 'test-output/costs.tsv';

/**
 * Prints the files with the most CPU time, without their shared PostgreSQL:
 * test/README.md#where-the-time-goes.
 */
export class DearestFiles implements Reporter {
  #before = machine();

  onTestRunStart(): void {
    this.#before = machine();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => ({
        name: `${module.project.name} ${relative(process.cwd(), module.moduleId)}`,
        cpu: module.meta().cpuSeconds ?? 0,
        wall: module.meta().wallSeconds ?? 0,
      }))
      .toSorted((a, b) => b.cpu - a.cpu);
    const total = files.reduce((sum, { cpu }) => sum + cpu, 0);
    if (files.length > SHOWN) {
      const lines = files.slice(0, SHOWN).map(({ name, cpu }) => `${cpu.toFixed(1).padStart(7)}  ${name}`);
      process.stdout.write(`\nSeconds of CPU: ${total.toFixed(0)}, most of them in\n${lines.join('\n')}\n`);
    }
    if (process.env.TEST_COSTS === undefined) return;
    const { busy, idle } = machine();
    const used = busy - this.#before.busy;
    const left = idle - this.#before.idle;
    const rows = files.map(({ name, cpu, wall }) => `${cpu.toFixed(1)}\t${wall.toFixed(1)}\t${name}\n`);
    mkdirSync('test-output', { recursive: true });
    writeFileSync(TABLE, `cpu\twall\tfile\n${rows.join('')}`);
    process.stdout.write(
      `\nSeconds of CPU: files ${total.toFixed(0)}, machine ${used.toFixed(0)} with PostgreSQL and all else, idle ${left.toFixed(0)}; each file in ${TABLE}\n`,
    );
  }
}

/** Busy and idle seconds for all cores since boot, from proc_stat(5); zero except on Linux. */
function machine(): { readonly busy: number; readonly idle: number } {
  if (process.platform !== 'linux') return { busy: 0, idle: 0 };
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft = 0] = first
    .split(/ +/)
    .slice(1)
    .map(Number);
  return { busy: (user + nice + system + irq + soft) / 100, idle: (idle + waiting) / 100 };
}
