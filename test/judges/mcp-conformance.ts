import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exception, Judge, Outcome } from './judge.ts';
import { ALPHA_EXCEPTIONS, STABLE_EXCEPTIONS } from './mcp-exceptions.ts';
import { devDependency, runTool, type Tool, tool } from './tools.ts';

const NAME = '@modelcontextprotocol/conformance';

export const mcpConformance = judgeOf({
  name: 'MCP conformance',
  about: 'Every server scenario of the official conformance suite’s stable release.',
  pace: 'ci',
  suite: devDependency(NAME),
  exceptions: STABLE_EXCEPTIONS,
});

export const mcpConformanceAlpha = judgeOf({
  name: 'MCP conformance (alpha)',
  about:
    'The suite’s newest alpha, which adds the stateless 2026-07-28 revision, extensions and pending scenarios.',
  pace: 'nightly',
  suite: tool(NAME),
  exceptions: ALPHA_EXCEPTIONS,
});

interface Suite extends Pick<Judge, 'name' | 'about' | 'pace'> {
  readonly suite: Tool;
  readonly exceptions: readonly Exception[];
}

/** A suite release over one storefront's MCP endpoint: every check in every server scenario. */
function judgeOf({ suite, ...rest }: Suite): Judge {
  return {
    ...rest,
    version: suite.version,
    missing: suite.missing,
    async run({ port }) {
      const results = await mkdtemp(join(tmpdir(), 'conformance-'));
      try {
        const url = `http://localhost:${port}/api/mcp`;
        await runTool(suite.file('dist/index.js'), ['server', '--url', url, '--suite', 'all', '-o', results]);
        return await outcomesIn(results);
      } finally {
        await rm(results, { recursive: true, force: true });
      }
    },
  };
}

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

/**
 * Reads a folder per scenario, named after it and the time. A check found twice counts once, with its worst
 * result.
 */
async function outcomesIn(results: string): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  for (const folder of (await readdir(results)).sort()) {
    const scenario = folder.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1');
    const checks: Check[] = JSON.parse(await readFile(join(results, folder, 'checks.json'), 'utf8'));
    for (const { id, status, errorMessage } of checks) {
      if (status === 'INFO' || status === 'SKIPPED') continue;
      const check = scenario === id ? id : `${scenario}: ${id}`;
      if (outcomes.get(check)?.problem) continue;
      const problem = status === 'SUCCESS' ? null : (errorMessage ?? status.toLowerCase());
      outcomes.set(check, { check, problem });
    }
  }
  return [...outcomes.values()];
}
