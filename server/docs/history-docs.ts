import { type History, SHARED_HISTORY } from '#db/history.ts';
import { SUBGRAPHS } from '../subgraphs.ts';
import { table, written } from './markdown.ts';

/** Retention for every table's rows, with the job that deletes them. */
export const HISTORIES: readonly { readonly job: string; readonly history: History }[] = [
  ...SUBGRAPHS.map(({ name, history }) => ({ job: `${name}/purge-expired`, history })),
  { job: '', history: SHARED_HISTORY },
];

/** Writes the retention page. */
export function historyPage(): string {
  const purged = HISTORIES.flatMap(({ job, history }) => [
    ...history.purged.map((one) => ({ ...one, kept: lengthOf(one.keptMs), job })),
    ...(history.purgedByJob ?? []),
  ]);
  const kept = HISTORIES.flatMap(({ history }) => history.kept);
  return `# How long things are kept

${written('`subgraphs/*/history.ts`')}

Every table is on this page. Jobs take their bounds from where it is made, and \`test/flows/history.test.ts\` fails for a table that has no
place in it.

## What goes with time

Workers delete it, at most a few thousand rows in a transaction. They take the oldest first along the index, so that a look costs the same
however much is kept, and leave what someone has locked to the next run: no one waits for them. PostgreSQL uses the space of deleted rows
again, so a table stops growing after as long as its rows are kept.

${table(
  ['table', 'what', 'kept', 'job', 'index'],
  purged.map(({ table: name, rows, kept, job, index }) => [code(name), rows, kept, code(job), code(index)]),
)}

Jobs that are done are deleted at once, those that failed for good an hour later (\`pgboss.job\`).

## What is kept

${table(
  ['table', 'why'],
  kept.map(({ table: name, because }) => [code(name), because]),
)}
`;
}

const code = (text: string) => `\`${text}\``;

const UNITS = [
  ['day', 24 * 3_600_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function lengthOf(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, size]) => ms % size === 0 && ms >= size) ?? ['hour', 3_600_000];
  const count = ms / unitMs;
  if (count === 0) return 'no longer';
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
