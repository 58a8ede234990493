import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOOLS } from '#server/programs/tool.ts';
import { proofLine } from './support/proof-tally.ts';

// A proof that didn't run must not look like one that passed.

test("a proof's last line counts the tests that ran", () => {
  expect(proofLine('proxy', { ran: 6, skipped: 0 })).toEqual({ line: 'proxy: 6 of 6 tests ran', ok: true });
  expect(proofLine('restore', { ran: 2, skipped: 3 })).toMatchObject({
    line: expect.stringContaining('restore: 2 of 5 tests ran; '),
    ok: true,
  });
});

test('a proof without tests fails', () => {
  expect(proofLine('proxy', { ran: 0, skipped: 6 }).ok).toBe(false);
  expect(proofLine('proxy', { ran: 0, skipped: 0 }).ok).toBe(false);
});

test('vitest exits with 1 if a proof skips every test', { timeout: 240_000 }, () => {
  const { UPGRADE_FROM: _, ...env } = process.env;
  const { status, stdout } = spawnSync(
    'npx',
    ['vitest', 'run', 'test/flows/side-by-side', '--project', 'local'],
    { env: { ...env, PROOF: 'upgrade' }, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stdout.trim().split('\n').at(-1)).toMatch(/^upgrade: 0 of \d+ tests ran/);
});

test.each(['machines', 'cluster', 'proxy', 'upgrade', 'restore', 'walks', 'fuzz', 'races'])(
  '%s runs as a proof',
  (name) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(TOOLS[name]?.run ?? scripts[name]).toContain(`PROOF=${name} `);
  },
);
