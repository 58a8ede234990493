import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { hear, verdictOf } from './judge.ts';
import { JUDGES } from './list.ts';
import { PAGE, rowHeadOf, sectionOf } from './page.ts';

const quick = JUDGES.filter(({ pace }) => pace === 'ci');

describe('a judge of every test run', { timeout: 120_000 }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());

  test.each(quick.map((judge) => [judge.name, judge] as const))(
    '%s finds what is expected and nothing else',
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

  test('counts what passed and what was expected to fail', () => {
    expect(verdictOf(baseline, [passes('a'), fails('b')])).toEqual({
      passed: 1,
      failed: [],
      expected: [fails('b')],
      overdue: [],
    });
  });

  test('names a failure that is no exception', () => {
    expect(verdictOf(baseline, [fails('a'), fails('b')]).failed).toEqual([fails('a')]);
  });

  test.each([
    ['passed', [passes('a'), passes('b')]],
    ['was not looked at', [passes('a')]],
  ])('names an exception that %s', (_how, outcomes) => {
    expect(verdictOf(baseline, outcomes).overdue).toEqual(['b']);
  });

  test('of nothing is a failure', () => {
    expect(verdictOf({ exceptions: [] }, []).failed).toHaveLength(1);
  });
});

describe('docs/conformance.md', () => {
  const page = readFileSync(PAGE, 'utf8');

  test('lists the judges that run, with their versions', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ['));
    expect(rows.map((row) => row.replace(/ \d+ \| \d+ \|$/, ''))).toEqual(JUDGES.map(rowHeadOf));
  });

  test('explains every exception as the judges have it', () => {
    for (const judge of JUDGES) expect(page).toContain(sectionOf(judge));
  });
});
