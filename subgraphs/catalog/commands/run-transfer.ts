import { expressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import { type Tables, tables } from '../store/tables.ts';
import { TRANSFER } from '../store/transfers.ts';
import type { OpenTransfer } from '../transfer/open-transfer.ts';
import { Later } from '../transfer/refused.ts';
import { runApply } from '../transfer/run-apply.ts';
import { runCheck } from '../transfer/run-check.ts';
import { runExport } from '../transfer/run-export.ts';
import { archiveRatePlan } from './archive-rate-plan.ts';
import { createMediaUpload } from './create-media-upload.ts';
import { createPolicy } from './create-policy.ts';
import { createProperty } from './create-property.ts';
import { createRatePlan } from './create-rate-plan.ts';
import { createUnitType } from './create-unit-type.ts';
import { finishMediaUpload } from './finish-media-upload.ts';
import { nameUnits } from './name-units.ts';
import { setFee } from './set-fee.ts';
import { setTax } from './set-tax.ts';
import { updatePolicy } from './update-policy.ts';
import { updateProperty } from './update-property.ts';
import { updateRatePlan } from './update-rate-plan.ts';
import { updateUnitType } from './update-unit-type.ts';

const JOB = z.object({ transferId: z.int() });

/** A process that dies holds a transfer up this long. */
const TRANSFER_CLAIM_MS = 30_000;

/** Attempts without progress before a transfer fails for good, those that ended with their process included. */
const MAX_ATTEMPTS = 3;

const COMMANDS = {
  ...{ createProperty, createUnitType, nameUnits, setFee, setTax },
  ...{ createRatePlan, updateRatePlan, archiveRatePlan },
  ...{ updateProperty, updateUnitType, createPolicy, updatePolicy },
  ...{ createMediaUpload, finishMediaUpload },
} as const;

const RUNS: Readonly<Record<string, (ctx: SubgraphContext, transfer: OpenTransfer) => Promise<void>>> = {
  uploaded: runCheck,
  applying: (ctx, transfer) => runApply(ctx, transfer, COMMANDS),
  running: runExport,
};

/**
 * Takes an import or an export a step further: in one process at a time, and from where one that died has left it. The attempt is
 * counted before it starts, so a file that ends its process fails for good after three.
 */
export async function runTransfer(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { transferId } = JOB.parse(data);
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
      await release(ctx, transferId, { isUncounted: isUnavailable(error) });
      throw error;
    }
    ctx.log.error({ err: error, id: transferId }, 'A transfer failed for good');
    await giveUp(ctx, claimed);
  } finally {
    clearInterval(renewing);
  }
}

/** Ends a claim. A transfer that waits, or met an outage, keeps its attempt. */
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

/** Books what is open and no one works on: its process died. Safe to repeat. */
export async function resumeTransfers(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async (em) => {
    const open = await tables(em)
      .selectFrom('transfer')
      .select('id')
      .where(isFree(now))
      .orderBy('id')
      .limit(100)
      .execute();
    for (const { id } of open) await schedule(ctx, em, TRANSFER, { transferId: id }, { key: `resume ${id}` });
  });
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

/** Whether a transfer has something to do, and no process does it. */
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

/** As the person who began it: what an import may change is what they may. */
const asHost = (ctx: SubgraphContext, { accountId, teamId }: OpenTransfer): SubgraphContext => ({
  ...ctx,
  viewer: { kind: 'hostUser', accountId, sessionId: 0, teamId, role: 'manager', operator: false },
});
