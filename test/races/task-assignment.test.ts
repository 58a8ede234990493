import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { patience, tries } from '../support/seeded.ts';
import { createTask, designate, eventually, openTaskWorld } from '../support/task-world.ts';
import { newMember } from '../support/team-world.ts';

const AT_ONCE = 10;
/** Tasks with an unpredictable winner. */
const CONTESTED = AT_ONCE * tries(8);
/** Tasks with a certain winner: an app, its rival, or the fallback. */
const CERTAIN = 3 * AT_ONCE;
const TASKS = CONTESTED + CERTAIN;
/** Times at which apps assign a task whose fallback runs after a second: before, around and after it. */
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

describe.each(['cleaning', 'a type of an app'])('two apps and the fallback compete for %s', (kind) => {
  test(
    `each of ${TASKS} tasks has one winning assignee and one event`,
    async () => {
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
      const either = (i: number) => (i % 2 ? [world.app, rival] : [rival, world.app]);
      const create = () =>
        Promise.all(Array.from({ length: AT_ONCE }, () => createTask(platform, world, { taskType })));

      // Long before the fallback: one app assigns and gets its response before the other tries.
      await designate(platform, world.developer, world.app.slug, 900, taskType);
      const toApps = [...(await create()), ...(await create())];
      const early = toApps.map((id, i) => inTurn(id, either(i)));
      await designate(platform, world.developer, world.app.slug, 1, taskType);
      const toFallback = await create();
      const contests: Promise<Contest>[] = [];
      for (let made = 0; made < CONTESTED; made += AT_ONCE) {
        const ids = await create();
        for (const [i, id] of ids.entries()) contests.push(atOnce(id, either(i), AFTER_MS[i % 5]));
      }
      // Long after the fallback.
      const fallen = await assigned(toFallback);
      const late = toFallback.map((id, i) => atOnce(id, either(i)));
      const answered = await Promise.all([...early, ...late, ...contests]);

      const winners = await assigned(answered.map(({ id }) => id));
      const certain = new Map([
        ...toApps.map((id, i) => [id, `app:${either(i)[0]?.slug}`] as const),
        ...toFallback.map((id) => [id, 'platform'] as const),
      ]);
      expect(certain.size).toBe(CERTAIN);
      for (const [id, winner] of certain) expect(winners.get(id)).toBe(winner);
      expect(new Set(fallen.values())).toEqual(new Set(['platform']));
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
      // A duplicate delivery is still one event.
      const told = () =>
        new Map(
          receiver.received
            .filter(({ envelope }) => envelope.team === world.developer.team)
            .map(({ envelope: { event_id, resource } }) => [
              event_id,
              [`${resource.id}`, resource.changed_by],
            ]),
        );
      await receiver.until(() => told().size >= TASKS);
      expect([...told().values()].toSorted()).toEqual([...winners].toSorted());
      const written = await platform.database.query(
        `SELECT 1 FROM apps.deliveries d JOIN apps.installs i ON i.id = d.install_id WHERE i.team_id = $1
         AND d.topic = 'task.status_changed'`,
        [world.developer.teamId],
      );
      expect(written).toHaveLength(TASKS);
    },
    patience(60_000),
  );
});

const CLAIM = `mutation Claim($id: ID!) { taskStatusSet(id: $id, status: ASSIGNED) {
  task { assignee { accountId } version } userErrors { code } } }`;

interface Claimed {
  readonly taskStatusSet: {
    readonly task: { readonly assignee: { readonly accountId: string }; readonly version: number } | null;
    readonly userErrors: readonly { readonly code: string }[];
  };
}

test('when members take a task concurrently, exactly one of them gets it', async () => {
  const members = await Promise.all([
    newMember(platform, 'lakeside', 'manager'),
    newMember(platform, 'lakeside', 'manager'),
    newMember(platform, 'lakeside', 'housekeeping'),
  ]);
  const [manager] = members;
  if (!manager) throw new Error('There is no manager.');
  await designate(platform, { host: manager.viewer }, null, 900, 'inspection');
  for (let round = 0; round < tries(12); round++) {
    const at = { developer: { host: manager.viewer }, propertyId: '1' };
    const id = await createTask(platform, at, { taskType: 'inspection' });
    const answers = await Promise.all(
      members.map(({ viewer }) => ask<Claimed>(platform, viewer, CLAIM, { id })),
    );
    const [winner, ...others] = answers
      .map(({ taskStatusSet }, place) => ({ ...taskStatusSet, place }))
      .toSorted((a, b) => a.userErrors.length - b.userErrors.length);
    const accountId = String(members[winner?.place ?? 0]?.viewer.accountId);
    expect(winner?.task).toEqual({ assignee: { accountId }, version: 2 });
    // Housekeeping no longer finds a task that a colleague has.
    for (const { task, userErrors } of others) {
      expect(task).toBeNull();
      expect(['ALREADY_ASSIGNED', 'NOT_FOUND']).toContain(userErrors[0]?.code);
    }
  }
});

interface Contest {
  readonly id: string;
  readonly answers: readonly Answer[];
}

/** One app assigns once the other has its response. */
async function inTurn(id: string, apps: readonly InstalledApp[]): Promise<Contest> {
  const answers: Answer[] = [];
  for (const app of apps) answers.push(await assign(id, app));
  return { id, answers };
}

/** Both apps assign concurrently: immediately, or around the end of the SLA. */
async function atOnce(id: string, apps: readonly InstalledApp[], afterMs = 0): Promise<Contest> {
  await sleep(afterMs);
  return { id, answers: await Promise.all(apps.map((app) => assign(id, app))) };
}

const assign = (id: string, { viewer, slug }: InstalledApp) =>
  ask<Answer>(platform, viewer, ASSIGN, { id, name: `Crew of ${slug}` });

/** Assigners of these tasks, once every task is assigned. */
async function assigned(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await eventually(
    () =>
      platform.database.query<{ id: string; assigned_by: string }>(
        'SELECT id::text, assigned_by FROM tasks.task WHERE id = ANY ($1) AND assigned_by IS NOT NULL',
        [ids],
      ),
    (all) => all.length === ids.length,
  );
  return new Map(rows.map(({ id, assigned_by }) => [id, assigned_by]));
}
