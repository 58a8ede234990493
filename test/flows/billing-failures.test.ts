import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { collectDebts } from '#subgraphs/apps/billing/commands/collect-debts.ts';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { renewSubscriptions } from '#subgraphs/apps/billing/commands/renew-subscriptions.ts';
import type { Developer } from '../support/developer.ts';
import { contextAt, newPaidApp, subscribeAt } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/billing.md#statements: one team's failure doesn't stop the others' bills.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT12H' });
});
afterAll(() => platform.close());

/** Makes every change of a table's rows for a team fail. */
const breakFor = (table: string, { teamId }: Developer) =>
  platform.database.query(`
    CREATE FUNCTION apps.test_refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.team_id = ${teamId} THEN RAISE EXCEPTION 'Refused for this test'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER test_refuse BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION apps.test_refuse()`);
const repair = () => platform.database.query('DROP FUNCTION IF EXISTS apps.test_refuse CASCADE');
afterEach(repair);

/** The teams of failures logged at a time, and the job's context. */
function jobAt(time: string): { readonly ctx: SubgraphContext; readonly failed: number[] } {
  const ctx = contextAt(platform, time);
  const failed: number[] = [];
  const error = (fields: { readonly teamId: number }) => failed.push(fields.teamId);
  return { ctx: { ...ctx, log: { ...ctx.log, error } as unknown as SubgraphContext['log'] }, failed };
}

/** Subscribes two teams; the first one's work comes first. */
async function twoTeams(time: string): Promise<readonly [Developer, Developer]> {
  const app = await newPaidApp(platform);
  return [await subscribeAt(platform, time, app), await subscribeAt(platform, time, app)];
}

const statementsOf = async ({ teamId }: Developer): Promise<number> =>
  (await platform.database.query('SELECT FROM apps.app_invoices WHERE team_id = $1', [teamId])).length;

const periodOf = async ({ teamId }: Developer) => {
  const [row] = await platform.database.query<{ start: string; status: string }>(
    'SELECT period_start::text AS start, status FROM apps.subscriptions WHERE team_id = $1',
    [teamId],
  );
  return row ?? expect.unreachable();
};

test('a team whose statement fails stops no other, is logged, and gets its statement at the next run', async () => {
  const [broken, other] = await twoTeams('2040-01-10T10:00:00Z');
  await breakFor('apps.app_invoices', broken);
  const { ctx, failed } = jobAt('2040-02-01T00:01:00Z');
  await expect(issueStatements(ctx)).rejects.toThrow('Failed to bill a team; all others are done.');
  expect(failed).toEqual([broken.teamId]);
  expect([await statementsOf(broken), await statementsOf(other)]).toEqual([0, 1]);
  await repair();
  await issueStatements(contextAt(platform, '2040-02-01T00:02:00Z'));
  expect([await statementsOf(broken), await statementsOf(other)]).toEqual([1, 1]);
});

test('a team whose renewal fails stops no other renewal, and its statement waits for its charges', async () => {
  const [broken, other] = await twoTeams('2041-01-10T10:00:00Z');
  await breakFor('apps.subscriptions', broken);
  const renewing = jobAt('2041-02-10T00:01:00Z');
  await expect(renewSubscriptions(renewing.ctx)).rejects.toThrow('Failed to bill a team');
  expect(renewing.failed).toEqual([broken.teamId]);
  expect([(await periodOf(broken)).start, (await periodOf(other)).start]).toEqual([
    '2041-01-10',
    '2041-02-10',
  ]);
  const issuing = jobAt('2041-02-10T00:02:00Z');
  await expect(issueStatements(issuing.ctx)).rejects.toThrow('Failed to bill a team');
  expect([await statementsOf(broken), await statementsOf(other)]).toEqual([0, 1]);
  await repair();
  await issueStatements(contextAt(platform, '2041-02-10T00:03:00Z'));
  expect((await periodOf(broken)).start).toBe('2041-02-10');
  expect(await statementsOf(broken)).toBe(1);
});

test('a team whose debt fails stops no other team from becoming past due', async () => {
  const [broken, other] = await twoTeams('2042-01-10T10:00:00Z');
  await issueStatements(contextAt(platform, '2042-02-01T00:01:00Z'));
  await breakFor('apps.subscriptions', broken);
  const { ctx, failed } = jobAt('2042-02-23T00:00:00Z');
  await expect(collectDebts(ctx)).rejects.toThrow('Failed to bill');
  expect(failed).toContain(broken.teamId);
  expect([(await periodOf(broken)).status, (await periodOf(other)).status]).toEqual(['active', 'past_due']);
});
