import { expressionBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import type { LeftOut, TeamItem } from '#db/team-turns.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import { createMediaUpload } from '../../media/commands/create-media-upload.ts';
import { finishMediaUpload } from '../../media/commands/finish-media-upload.ts';
import { createProperty } from '../../properties/commands/create-property.ts';
import { createUnitType } from '../../properties/commands/create-unit-type.ts';
import { nameUnits } from '../../properties/commands/name-units.ts';
import { updateProperty } from '../../properties/commands/update-property.ts';
import { updateUnitType } from '../../properties/commands/update-unit-type.ts';
import { archiveRatePlan } from '../../rates/commands/archive-rate-plan.ts';
import { createPolicy } from '../../rates/commands/create-policy.ts';
import { createRatePlan } from '../../rates/commands/create-rate-plan.ts';
import { setFee } from '../../rates/commands/set-fee.ts';
import { setTax } from '../../rates/commands/set-tax.ts';
import { updatePolicy } from '../../rates/commands/update-policy.ts';
import { updateRatePlan } from '../../rates/commands/update-rate-plan.ts';
import { type Tables, tables } from '../../store/tables.ts';
import type { OpenTransfer } from '../open-transfer.ts';
import { Later } from '../refused.ts';
import { runApply } from '../run-apply.ts';
import { runCheck } from '../run-check.ts';
import { runExport } from '../run-export.ts';
import { TRANSFER } from '../store/transfers.ts';

/** If a process dies, it holds a transfer up this long. */
const TRANSFER_CLAIM_MS = 30_000;

/** Attempts without progress before a transfer fails for good, including those that crashed their process. */
const MAX_ATTEMPTS = 3;

const COMMANDS = {
  createProperty,
  createUnitType,
  nameUnits,
  setFee,
  setTax,
  createRatePlan,
  updateRatePlan,
  archiveRatePlan,
  updateProperty,
  updateUnitType,
  createPolicy,
  updatePolicy,
  createMediaUpload,
  finishMediaUpload,
} as const;

const RUNS: Readonly<Record<string, (ctx: SubgraphContext, transfer: OpenTransfer) => Promise<void>>> = {
  uploaded: runCheck,
  applying: (ctx, transfer) => runApply(ctx, transfer, COMMANDS),
  running: runExport,
};

/** Delay before a failed transfer is retried. */
const RETRY_MS = 5_000;

/** Starts waiting transfers, in turn by team, and those left by a dead process; doesn't wait for them. */
export const runTransfers = (ctx: SubgraphContext): Promise<void> =>
  ctx.services.catalog.transfers.look(ctx, { waiting: transfersToRun, run: runTransfer });

/** Each team's first transfer with work to do. */
const transfersToRun = (ctx: SubgraphContext, { teams, ids }: LeftOut): Promise<readonly TeamItem[]> =>
  tables(reader(ctx))
    .selectFrom('transfer')
    .select(['id', 'teamId'])
    .distinctOn('teamId')
    .where(isFree(ctx.clock.now()))
    .$if(teams.length > 0, (due) => due.where('teamId', 'not in', [...teams]))
    .$if(ids.length > 0, (due) => due.where('id', 'not in', [...ids]))
    .orderBy('teamId')
    .orderBy('id')
    .limit(1_000)
    .execute();

/**
 * Advances an import or export by a step: in one process at a time, continuing after a dead one. Counts the
 * attempt before it starts, so a file that crashes its process fails for good after three.
 */
async function runTransfer(ctx: SubgraphContext, transferId: number): Promise<void> {
  const claimed = await claim(ctx, transferId);
  const run = claimed && RUNS[claimed.status];
  if (!claimed || !run) return;
  if (claimed.attempts > MAX_ATTEMPTS) return giveUp(ctx, claimed);
  const renewing = setInterval(() => void renew(ctx, transferId), TRANSFER_CLAIM_MS / 3);
  try {
    await run(asHost(ctx, claimed), claimed);
    await release(ctx, transferId, {});
  } catch (error) {
    if (error instanceof Later) return await release(ctx, transferId, { waitMs: error.waitMs });
    if (claimed.attempts < MAX_ATTEMPTS || isUnavailable(error)) {
      await release(ctx, transferId, { waitMs: RETRY_MS, isUncounted: isUnavailable(error) });
      throw error;
    }
    ctx.log.error({ err: error, id: transferId }, 'A transfer failed for good');
    await giveUp(ctx, claimed);
  } finally {
    clearInterval(renewing);
  }
}

/** Ends a claim. A transfer that waits, or failed in an outage, keeps its attempt. */
async function release(
  ctx: SubgraphContext,
  id: number,
  {
    waitMs,
    isUncounted = waitMs !== undefined,
  }: { readonly waitMs?: number; readonly isUncounted?: boolean },
): Promise<void> {
  const until = waitMs === undefined ? null : new Date(ctx.clock.now().getTime() + waitMs);
  await inTransaction(ctx, async (em) => {
    await sql`
      UPDATE catalog.transfer SET claimed_until = ${until}, attempts = greatest(0, attempts - ${isUncounted ? 1 : 0})
      WHERE id = ${id}`.execute(statements(em));
    if (until) await schedule(ctx, em, TRANSFER, { transferId: id }, { at: until, key: `resume ${id}` });
  });
}

async function giveUp(ctx: SubgraphContext, { id, status, applied }: OpenTransfer): Promise<void> {
  await sql`
    UPDATE catalog.transfer SET status = 'failed', claimed_until = NULL, problem = ${gaveUpText(status, applied)}
    WHERE id = ${id}`.execute(statements(ctx));
}

function gaveUpText(status: string, applied: number): string {
  if (status === 'uploaded') return 'The file could not be read in three attempts: split it into several.';
  if (status === 'running') return 'The export failed three times: try it again later.';
  return `Applying failed three times after ${applied} properties: import the rest as a file of its own.`;
}

async function claim(ctx: SubgraphContext, id: number): Promise<OpenTransfer | null> {
  const now = ctx.clock.now();
  const transfer = await tables(reader(ctx))
    .updateTable('transfer')
    .set(({ eb }) => ({
      claimedUntil: new Date(now.getTime() + TRANSFER_CLAIM_MS),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where(isFree(now))
    .returning(['id', 'teamId', 'accountId', 'storefront as storefrontId', 'kind', 'status'])
    .returning(['applied', 'attempts', 'sourceUrl', 'announcedSha256'])
    .executeTakeFirst();
  return transfer ?? null;
}

const { and, eb, or } = expressionBuilder<Tables, 'transfer'>();

/** True if a transfer has work to do and no process has claimed it. */
const isFree = (now: Date) =>
  and([
    eb('status', 'in', ['uploaded', 'applying', 'running']),
    or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]),
  ]);

async function renew(ctx: SubgraphContext, id: number): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + TRANSFER_CLAIM_MS);
  await sql`UPDATE catalog.transfer SET claimed_until = ${until} WHERE id = ${id} AND claimed_until IS NOT NULL`
    .execute(statements(ctx))
    .catch((error: unknown) => ctx.log.warn({ err: error, id }, 'a transfer was not renewed'));
}

/** Runs as the person who began the import: it can change only what they can. */
const asHost = (ctx: SubgraphContext, { accountId, teamId }: OpenTransfer): SubgraphContext => ({
  ...ctx,
  viewer: { kind: 'hostUser', accountId, sessionId: 0, teamId, role: 'manager', operator: false },
});
