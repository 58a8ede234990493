import type { Judge, Verdict } from './judge.ts';

/** Where the last run of every judge is recorded. */
export const PAGE = 'docs/conformance.md';

const HEAD = `# Conformance

Software that others wrote decides here whether the platform keeps the standards it names. Each judge is pinned to a
version and runs over a real server with the demo world. \`npm run judges -- --write\` runs all of them and writes this page;
nothing on it is written by hand.

- A check that fails and is not listed below fails the run. So does a check that is listed and passes.
- Judges of *every test run* are also part of \`npm test\`. The others run nightly: \`npm run judges\` installs what
  they need from \`test/judges/tools\`, apart from the repository's own packages, and needs no network after that.
- A judge whose material may not be copied here needs a checkout, which an environment variable of its section names. Unset,
  the judge is reported as not run and keeps its row below; set to something unusable, it fails the run.
`;

/**
 * The page: a table of all judges with what they counted, and for each what it looks at and what fails on purpose. A judge
 * that was not run keeps its row of the page before, which is of the same version.
 */
export function pageOf(
  judges: readonly Judge[],
  verdicts: ReadonlyMap<Judge, Verdict>,
  before: string,
): string {
  const lines = before.split('\n');
  const rows = judges.map((judge) => {
    const verdict = verdicts.get(judge);
    const row = verdict ? rowOf(judge, verdict) : lines.find((line) => line.startsWith(rowHeadOf(judge)));
    if (!row) throw new Error(`${judge.name} ${judge.version} never ran: its counts are not known.`);
    return row;
  });
  return [
    HEAD,
    '| judge | version | runs in | passed | expected to fail |\n| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...judges.map(sectionOf),
  ].join('\n');
}

const rowOf = (judge: Judge, { passed, expected }: Verdict): string =>
  `${rowHeadOf(judge)} ${passed} | ${expected.length} |`;

/** A row up to what a run counts. */
export const rowHeadOf = ({ name, version, pace }: Judge): string =>
  `| [${name}](#${anchorOf(name)}) | ${version} | ${pace === 'ci' ? 'every test run' : 'nightly'} |`;

const anchorOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** What a judge looks at, and each of its exceptions with the reason. */
export function sectionOf({ name, about, exceptions }: Judge): string {
  const reasons = exceptions.map(
    ({ why, checks }) => `- ${why} (${checks.map((check) => `\`${check}\``).join(', ')})`,
  );
  return [
    `## ${name}`,
    '',
    about,
    '',
    ...(reasons.length ? ['Expected to fail:', '', ...reasons, ''] : []),
  ].join('\n');
}
