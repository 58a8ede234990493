import { expect, test } from 'vitest';
import { BUYER, line, useAcpWorld } from '../support/acp-storefront.ts';
import { eventually } from '../support/task-world.ts';

// Guest data in checkouts that never became a booking.

const world = useAcpWorld({ SWEEP_INTERVAL: 'PT1S' });

test('a session without a booking is deleted 30 days after it ended', async () => {
  const { lakeside, platform, freshStay } = world();
  const { query } = platform.database;
  const open = async () => {
    const { body } = await lakeside.create({ line_items: [line(await freshStay())], buyer: BUYER });
    return body.id;
  };
  const [abandoned, recent, booked] = [await open(), await open(), await open()];
  await lakeside.cancel(abandoned);
  await lakeside.cancel(recent);
  expect((await lakeside.complete(booked)).body.status).toBe('completed');
  const age = (id: string, days: number) =>
    query(`UPDATE checkout.sessions SET updated_at = now() - make_interval(days => $2) WHERE id = $1`, [
      id,
      days,
    ]);
  await age(recent, 29);
  await age(booked, 300);
  await age(abandoned, 31);

  const left = async () => {
    const ids = [abandoned, recent, booked];
    const rows = await query<{ id: string }>('SELECT id FROM checkout.sessions WHERE id = ANY($1)', [ids]);
    return new Set(rows.map(({ id }) => id));
  };
  expect(await eventually(left, (ids) => !ids.has(abandoned))).toEqual(new Set([recent, booked]));
  expect((await lakeside.get(abandoned)).status).toBe(404);
});
