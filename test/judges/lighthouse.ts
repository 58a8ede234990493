import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import type { TestPlatform } from '../support/platform.ts';
import { freePort } from '../support/process.ts';
import { BROWSER } from '../support/programs.ts';
import type { Judge, Outcome } from './judge.ts';
import { runTool, tool } from './tools.ts';

const lighthousePackage = tool('lighthouse');

const HOST = 'lakeside.localhost';
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];

/** Fields in Lighthouse's report that determine the result. */
interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { readonly id: string }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string }>>;
}

/** Google's Lighthouse on a phone: a score below 100 is reported as a problem, with the audits that failed. */
export const lighthouse: Judge = {
  name: 'Lighthouse',
  version: lighthousePackage.version,
  about:
    "A storefront's home page and a stay as a phone gets them: scores of 100 for accessibility, best practices and SEO.",
  pace: 'nightly',
  exceptions: [],
  missing: () => lighthousePackage.missing() ?? (BROWSER.path === null ? `needs ${BROWSER.install}` : null),
  async run(server) {
    const debugPort = await freePort();
    const browser = await openBrowser([`--remote-debugging-port=${debugPort}`]);
    try {
      const outcomes: Outcome[] = [];
      for (const path of ['/', '/stays/1']) outcomes.push(...(await judged(server, path, debugPort)));
      return outcomes;
    } finally {
      await browser.close();
    }
  },
};

async function judged({ port }: TestPlatform, path: string, debugPort: number): Promise<readonly Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  try {
    const file = join(folder, 'report.json');
    const { stderr } = await runTool(lighthousePackage.file('cli/index.js'), [
      `http://${HOST}:${port}${path}`,
      `--port=${debugPort}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
    ]);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return [{ check: path, problem: stderr }];
    const { categories, audits }: Report = JSON.parse(text);
    return CATEGORIES.map((name) => {
      const { score = 0, auditRefs = [] } = categories[name] ?? {};
      const failed = auditRefs.flatMap(({ id }) => {
        const audit = audits[id];
        return audit && audit.score !== null && audit.score < 1 ? [audit.title] : [];
      });
      return {
        check: `${path}: ${name}`,
        problem: score === 1 ? null : `${score * 100}: ${failed.join('; ')}`,
      };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
