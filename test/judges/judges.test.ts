import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { hear, readinessOf, tallyOf, verdictOf } from './judge.ts';
import { JUDGES } from './list.ts';
import { PAGE, pageOf, rowHeadOf, sectionOf } from './page.ts';

const quick = JUDGES.filter(({ pace }) => pace === 'ci');

describe('a judge of every test run', { timeout: 120_000 }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());

  test.each(quick.map((judge) => [judge.name, judge] as const))(
    '%s finds only the expected problems',
    async (_name, judge) => {
      const { passed, failed, overdue } = await hear(judge, platform);
      expect({ failed, overdue }).toEqual({ failed: [], overdue: [] });
      expect(passed).toBeGreaterThan(0);
    },
  );
});

describe('a verdict', () => {
  const baseline = { exceptions: [{ why: 'It is known.', checks: ['b'] }] };
  const passes = (check: string) => ({ check, problem: null });
  const fails = (check: string) => ({ check, problem: 'wrong' });

  test('a verdict counts passes and expected failures', () => {
    expect(verdictOf(baseline, [passes('a'), fails('b')])).toEqual({
      passed: 1,
      failed: [],
      expected: [fails('b')],
      overdue: [],
    });
  });

  test('a verdict names an unexpected failure', () => {
    expect(verdictOf(baseline, [fails('a'), fails('b')]).failed).toEqual([fails('a')]);
  });

  test.each([
    ['passed', [passes('a'), passes('b')]],
    ['was not looked at', [passes('a')]],
  ])('a verdict names an exception that %s', (_how, outcomes) => {
    expect(verdictOf(baseline, outcomes).overdue).toEqual(['b']);
  });

  test('a verdict without outcomes is a failure', () => {
    expect(verdictOf({ exceptions: [] }, []).failed).toHaveLength(1);
  });
});

describe('a judge that needs a checkout', () => {
  const unset = { PATH: process.env.PATH };

  test.each(JUDGES.filter(({ checkout }) => checkout).map((judge) => [judge.name, judge] as const))(
    "%s isn't run if its variable is unset",
    (_name, judge) => {
      const variable = judge.checkout ?? '';
      expect(judge.about).toContain(`\`${variable}\``);
      expect(readinessOf(judge, {})).toEqual({ kind: 'unset', variable });
      vi.stubEnv(variable, '/nowhere');
      try {
        expect(readinessOf(judge, process.env)).toMatchObject({
          kind: 'unable',
          reason: expect.stringContaining(variable),
        });
      } finally {
        vi.unstubAllEnvs();
      }
    },
  );

  test.each([
    ['fails where no judge ran', unset, 1, '0 of 1 judges ran; set UCP_SCHEMAS_DIR for the rest\n'],
    [
      'fails where its variable is wrong',
      { ...unset, UCP_SCHEMAS_DIR: '/nowhere' },
      1,
      'UCP_SCHEMAS_DIR lacks',
    ],
  ])('a judge run %s', (_how, env, code, text) => {
    const { status, stdout } = spawnSync(process.execPath, ['test/judges/main.ts', 'UCP schemas'], {
      env,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([code, expect.stringContaining(text)]);
  });
});

test("a run's last line counts the judges that ran", () => {
  expect(tallyOf({ ran: 12, chosen: 18, unset: ['A_DIR', 'B_DIR'] })).toBe(
    '12 of 18 judges ran; set A_DIR, B_DIR for the rest',
  );
  expect(tallyOf({ ran: 18, chosen: 18, unset: [] })).toBe('18 of 18 judges ran');
});

describe('docs/reference/conformance.md', () => {
  const page = readFileSync(PAGE, 'utf8');

  test('the page lists the judges that run with their versions', () => {
    const rows = page.split('\n').filter((line) => / \d+ \| \d+ \|$/.test(line));
    expect(rows.map((row) => row.replace(/ \d+ \| \d+ \|$/, ''))).toEqual(JUDGES.map(rowHeadOf));
  });

  test("the page keeps the rows for judges that weren't run", () => {
    expect(pageOf(JUDGES, new Map(), page)).toBe(page);
  });

  test('the page names the schema source for every judge that needs a checkout', () => {
    const sources = page.split('## Where the schemas come from')[1]?.split('\n### ')[0] ?? '';
    for (const { checkout } of JUDGES) if (checkout) expect(sources).toContain(`\`${checkout}\``);
  });

  test('the page explains every exception as the judges define it', () => {
    for (const judge of JUDGES) expect(page).toContain(sectionOf(judge));
  });
});
