import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostOf, providerApp, runAs } from '../support/callers.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

const TASKS = 200;
const TEAM = 9_001;
const ASSIGN = `mutation Assign($id: ID!, $name: String!) {
  taskAssign(input: { id: $id, assigneeType: external, assigneeName: $name }) {
    task { assignedBy version }
    userErrors { code message }
  }
}`;

interface Answer {
  readonly taskAssign: {
    readonly task: { readonly assignedBy: string; readonly version: number } | null;
    readonly userErrors: readonly { readonly code: string; readonly message: string }[];
  };
}

describe('two apps and the fallback at once', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ SWEEP_INTERVAL: 'PT0.02S' });
  });
  afterAll(() => platform.close());

  test(`assign ${TASKS} tasks: each has one winner, and everybody else is told who`, async () => {
    const ids = await openTasks(platform);
    const apps = ['tidy', 'rival'].map((slug) => providerApp(slug, TEAM));
    const answers = await Promise.all(
      ids.map(async (id, i) => {
        await sleep(i * 5 + (i % 4) * 20);
        return Promise.all(
          (i % 2 ? apps : apps.toReversed()).map((app) =>
            runAs<Answer>(platform, app, ASSIGN, { id, name: `Crew of ${app.appSlug}` }),
          ),
        );
      }),
    );
    await until(async () => (await countOpen(platform)) === 0);

    const rows = await platform.database.query<{ id: string; assigned_by: string; version: number }>(
      'SELECT id::text, assigned_by, version FROM tasks.task WHERE team_id = $1 ORDER BY task.id',
      [TEAM],
    );
    expect(rows).toHaveLength(TASKS);
    for (const [i, row] of rows.entries()) {
      expect(row.version, 'one change, hence one event').toBe(2);
      const won = (answers[i] ?? []).filter(({ taskAssign }) => taskAssign.task);
      expect(won.length).toBe(row.assigned_by === 'platform' ? 0 : 1);
      for (const { taskAssign } of answers[i] ?? []) {
        if (taskAssign.task) expect(taskAssign.task.assignedBy).toBe(row.assigned_by);
        else
          expect(taskAssign.userErrors).toEqual([
            { code: 'ALREADY_ASSIGNED', message: told(row.assigned_by) },
          ]);
      }
    }
    const winners = new Set(rows.map(({ assigned_by }) => assigned_by));
    expect(winners, 'the race was one: all three won some').toEqual(
      new Set(['app:tidy', 'app:rival', 'platform']),
    );
  });
});

const told = (winner: string) =>
  `The task is already assigned by ${winner === 'platform' ? 'the fallback' : 'another app'}.`;

/** Open tasks whose deadlines pass one after another, while the apps answer one after another. */
async function openTasks({ database, execute }: TestPlatform): Promise<readonly string[]> {
  await runAs({ execute }, hostOf(TEAM), '{ taskTypes { id } }');
  const rows = await database.query<{ id: string }>(
    `INSERT INTO tasks.task
       (team_id, task_type, status, property_id, sla_ms, assign_by, version, created_at, updated_at)
     SELECT $1, 'cleaning', 'OPEN', 1, 60000, now() + n * interval '5 milliseconds', 1, now(), now()
     FROM generate_series(1, $2) AS n RETURNING id::text`,
    [TEAM, TASKS],
  );
  return rows.map(({ id }) => id);
}

async function countOpen({ database }: TestPlatform): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM tasks.task WHERE team_id = $1 AND status = 'OPEN'`,
    [TEAM],
  );
  return row?.n ?? 0;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}
