import { expressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { type Tables, tables } from '../store/tables.ts';
import { TRANSFER } from '../store/transfers.ts';
import type { OpenTransfer } from '../transfer/open-transfer.ts';
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
export const TRANSFER_CLAIM_MS = 30_000;

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

/** Takes an import or an export a step further: in one process at a time, and from where one that died has left it. */
export async function runTransfer(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { transferId } = JOB.parse(data);
  const claimed = await claim(ctx, transferId);
  const run = claimed && RUNS[claimed.status];
  if (!claimed || !run) return;
  const renewing = setInterval(() => void renew(ctx, transferId), TRANSFER_CLAIM_MS / 3);
  try {
    await run(asHost(ctx, claimed), claimed);
  } finally {
    clearInterval(renewing);
    await sql`UPDATE catalog.transfer SET claimed_until = NULL WHERE id = ${transferId}`.execute(
      statements(ctx),
    );
  }
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
    .set({ claimedUntil: new Date(now.getTime() + TRANSFER_CLAIM_MS) })
    .where('id', '=', id)
    .where(isFree(now))
    .returning(['id', 'teamId', 'accountId', 'storefront as storefrontId', 'kind', 'status'])
    .returning(['applied', 'sourceUrl', 'announcedSha256'])
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
