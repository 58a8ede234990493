import { expect, test } from 'vitest';
import { BUYER, line, useAcpWorld } from '../support/acp-storefront.ts';

const world = useAcpWorld();

test("a process survives a newer process's table changes", async () => {
  const { lakeside, freshStay, platform } = world();
  const { body: session } = await lakeside.create({ line_items: [line(await freshStay())], buyer: BUYER });
  const readOften = async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => lakeside.get(session.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };
  await readOften();
  await platform.database.query('ALTER TABLE checkout.sessions ADD COLUMN added_later text');
  await readOften();
  const completed = await lakeside.complete(session.id, 'after the change');
  expect(completed.body.status).toBe('completed');
});
