import { expect, onTestFinished, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { openDatabase } from '#db/database.ts';
import { chargeWork } from '#db/limits/work-budget.ts';
import { openTeamTurns, type TeamItem, type TeamWorker } from '#db/team-turns.ts';
import { useTestDatabase } from '../support/database.ts';
import { eventually } from '../support/task-world.ts';

const quiet = { info() {}, warn() {}, error() {} };

/** Teams' items, processed in turn; the test ends each. */
async function openTurns(items: readonly TeamItem[], slots: { slots: number; slotsPerTeam: number }) {
  const database = await useTestDatabase();
  const db = await openDatabase({ url: database.url, entities: [], queues: [], log: quiet });
  onTestFinished(() => db.close());
  // Only these members are used.
  const ctx = { db, log: quiet } as unknown as SubgraphContext;
  const left = new Map(items.map((item) => [item.id, item]));
  const begun: number[] = [];
  const underWay = new Map<number, () => void>();
  const turns = openTeamTurns({
    kind: 'photos',
    mostMs: 1_000,
    ...slots,
  });
  const worker: TeamWorker = {
    async waiting(_ctx, { teams, ids }) {
      const due = [...left.values()].filter(({ id, teamId }) => !teams.includes(teamId) && !ids.includes(id));
      return [...Map.groupBy(due, ({ teamId }) => teamId).values()].flatMap(([first]) => first ?? []);
    },
    run: (_ctx, id) =>
      new Promise((resolve) => {
        begun.push(id);
        underWay.set(id, () => {
          left.delete(id);
          underWay.delete(id);
          resolve();
        });
      }),
  };
  const until = (count: number) =>
    eventually(
      async () => begun.length,
      (many) => many >= count,
    );
  const finishOldest = () => [...underWay.values()][0]?.();
  return { ctx, turns, begun, until, finishOldest, look: () => turns.look(ctx, worker) };
}

const itemsOf = (...counts: readonly number[]): readonly TeamItem[] =>
  counts.flatMap((count, team) =>
    Array.from({ length: count }, (_, at) => ({ id: (team + 1) * 100 + at, teamId: team + 1 })),
  );

test("several teams' items start in turn for any number of items per team", async () => {
  const { begun, until, finishOldest, look } = await openTurns(itemsOf(5, 2, 1), {
    slots: 1,
    slotsPerTeam: 1,
  });
  await look();
  for (let count = 1; count <= 8; count++) {
    await until(count);
    finishOldest();
  }
  expect(begun).toEqual([100, 200, 300, 101, 201, 102, 103, 104]);
});

test("one team's slow items leave the other slots free", async () => {
  const { begun, until, look } = await openTurns(itemsOf(30, 1), { slots: 4, slotsPerTeam: 2 });
  await look();
  await until(3);
  expect(begun.toSorted()).toEqual([100, 101, 200]);
});

test('a team whose hour is used up has no turn', async () => {
  const { ctx, turns, begun, until, finishOldest, look } = await openTurns(itemsOf(2, 1), {
    slots: 1,
    slotsPerTeam: 1,
  });
  await chargeWork(ctx, { teamId: 1, kind: 'photos' }, 20 * 60_000);
  await look();
  await until(1);
  finishOldest();
  await turns.idle();
  expect(begun).toEqual([200]);
});
