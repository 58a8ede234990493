import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { patience, tries } from '../support/seeded.ts';
import { createTask, designate, eventually, openTaskWorld, type TaskWorld } from '../support/task-world.ts';

const AT_ONCE = 10;
const TASKS = AT_ONCE * tries(8);
/** When apps assign a task whose fallback comes after a second: before it, about when it does, and when it has come. */
const AFTER_MS = [600, 970, 1_000, 1_030, 1_800];
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

let platform: TestPlatform;
let receiver: Receiver;
beforeAll(async () => {
  platform = await startPlatform({ SLA_MIN: 'PT1S', SWEEP_INTERVAL: 'PT0.02S' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

describe.each(['cleaning', 'a type of an app'])('two apps and the fallback at once, for %s', (kind) => {
  test(
    `assign ${TASKS} tasks: each has one winner and one event`,
    async () => {
      receiver.received.length = 0;
      const world = await openTaskWorld(platform, receiver, {
        webhooks: ['task.status_changed'],
        capabilities: ['act_as_assignment_provider', 'register_task_types'],
        task_types: [{ key: 'linen', name: 'Linen delivery' }],
      });
      const taskType = kind === 'cleaning' ? kind : `${world.app.slug}/linen`;
      await eventually(
        () =>
          platform.database.query('SELECT 1 FROM tasks.task_type WHERE key LIKE $1', [`${world.app.slug}/%`]),
        (rows) => rows.length === 1,
      );
      const rival = await installNewApp(platform, world.developer, {});
      await designate(platform, world.developer, world.app.slug, 1, taskType);
      const contests: Promise<Contest>[] = [];
      for (let made = 0; made < TASKS; made += AT_ONCE) {
        const ids = await Promise.all(
          Array.from({ length: AT_ONCE }, () => createTask(platform, world, { taskType })),
        );
        for (const [i, id] of ids.entries()) {
          contests.push(contest(id, i % 2 ? [world.app, rival] : [rival, world.app], AFTER_MS[i % 5] ?? 0));
        }
      }
      const answered = await Promise.all(contests);
      const winners = await winnersOf(world);
      for (const { id, answers } of answered) {
        const winner = winners.get(id);
        const won = answers.filter(({ taskAssign }) => taskAssign.task);
        expect(won.map(({ taskAssign }) => taskAssign.task)).toEqual(
          winner === 'platform' ? [] : [{ assignedBy: winner, version: 2 }],
        );
        for (const { taskAssign } of answers.filter((answer) => !won.includes(answer))) {
          const message = `The task is already assigned by ${winner === 'platform' ? 'the fallback' : 'another app'}.`;
          expect(taskAssign).toEqual({ task: null, userErrors: [{ code: 'ALREADY_ASSIGNED', message }] });
        }
      }
      expect(new Set(winners.values()), 'the race was one: all three won some').toEqual(
        new Set([`app:${world.app.slug}`, `app:${rival.slug}`, 'platform']),
      );
      await receiver.until((all) => all.length >= TASKS);
      const told = receiver.received.map(({ envelope }) => [
        String(envelope.resource.id),
        envelope.resource.changed_by,
      ]);
      expect(told).toHaveLength(TASKS);
      expect(Object.fromEntries(told)).toEqual(Object.fromEntries(winners));
    },
    patience(60_000),
  );
});

interface Contest {
  readonly id: string;
  readonly answers: readonly Answer[];
}

/** Both apps answer at once, about when the SLA ends. */
async function contest(id: string, apps: readonly InstalledApp[], afterMs: number): Promise<Contest> {
  await sleep(afterMs);
  const answers = await Promise.all(
    apps.map(({ viewer, slug }) => ask<Answer>(platform, viewer, ASSIGN, { id, name: `Crew of ${slug}` })),
  );
  return { id, answers };
}

/** Who assigned each task, once every task is assigned. */
async function winnersOf({ developer }: TaskWorld): Promise<ReadonlyMap<string, string>> {
  const rows = await eventually(
    () =>
      platform.database.query<{ id: string; assigned_by: string | null }>(
        'SELECT id::text, assigned_by FROM tasks.task WHERE team_id = $1',
        [developer.teamId],
      ),
    (all) => all.length === TASKS && all.every(({ assigned_by }) => assigned_by !== null),
  );
  return new Map(rows.map(({ id, assigned_by }) => [id, assigned_by ?? '']));
}
