import { describe, expect, test } from 'vitest';
import { tableDifferences } from '#server/check-tables.ts';
import { useTestDatabase } from '../support/database.ts';

describe('the migrated tables', () => {
  test('are what the entities describe', async () => {
    const { url } = await useTestDatabase();
    expect(await tableDifferences(url)).toEqual([]);
  });

  test.each([
    ['a column less', 'ALTER TABLE tasks.task DROP COLUMN note', 'add "note" text'],
    ['a column more', 'ALTER TABLE tasks.task ADD COLUMN colour text', 'drop column "colour"'],
    ['another type', 'ALTER TABLE payments.refund ALTER COLUMN amount TYPE integer', 'type bigint'],
    ['a column that may be null', 'ALTER TABLE apps.teams ALTER COLUMN name DROP NOT NULL', 'set not null'],
    ['a table more', 'CREATE TABLE tasks.crew (id integer)', 'drop table if exists "tasks"."crew"'],
  ])('differ by %s', async (_what, change, difference) => {
    const { url, query } = await useTestDatabase();
    await query(change);
    expect((await tableDifferences(url)).join()).toContain(difference);
  });
});
