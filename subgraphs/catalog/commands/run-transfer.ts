import { sql } from 'kysely';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs.ts';
import { inTransaction, statements } from '#db/transaction.ts';
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
const CLAIM_MS = 30_000;

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
  const renewing = setInterval(() => void renew(ctx, transferId), CLAIM_MS / 3);
  try {
    await run(asHost(ctx, claimed), claimed);
  } finally {
    clearInterval(renewing);
    await sql`UPDATE catalog.transfer SET claimed_until = NULL WHERE id = ${transferId}`.execute(
      statements(ctx),
    );
  }
}

/** Books what is open and no one works on: its process died. Deletes what is older than a week. Safe to repeat. */
export async function resumeTransfers(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const old = new Date(now.getTime() - KEPT_MS);
  await sql`DELETE FROM catalog.transfer WHERE created_at < ${old}`.execute(statements(ctx));
  await inTransaction(ctx, async (em) => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM catalog.transfer
      WHERE status IN ('uploaded', 'applying', 'running') AND coalesce(claimed_until < ${now}, true)
      ORDER BY id LIMIT 100`.execute(em.getKysely<unknown>());
    for (const { id } of rows) await schedule(ctx, em, TRANSFER, { transferId: id }, { key: `resume ${id}` });
  });
}

const KEPT_MS = 7 * 24 * 3_600_000;

async function claim(ctx: SubgraphContext, id: number): Promise<OpenTransfer | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<OpenTransfer>`
    UPDATE catalog.transfer SET claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
    WHERE id = ${id} AND status IN ('uploaded', 'applying', 'running') AND coalesce(claimed_until < ${now}, true)
    RETURNING id, team_id AS "teamId", account_id AS "accountId", storefront_id AS "storefrontId", kind, status,
      applied, source_url AS "sourceUrl", announced_sha256 AS "announcedSha256"`.execute(statements(ctx));
  return rows[0] ?? null;
}

async function renew(ctx: SubgraphContext, id: number): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + CLAIM_MS);
  await sql`UPDATE catalog.transfer SET claimed_until = ${until} WHERE id = ${id} AND claimed_until IS NOT NULL`
    .execute(statements(ctx))
    .catch((error: unknown) => ctx.log.warn({ err: error, id }, 'a transfer was not renewed'));
}

/** As the person who began it: what an import may change is what they may. */
const asHost = (ctx: SubgraphContext, { accountId, teamId }: OpenTransfer): SubgraphContext => ({
  ...ctx,
  viewer: { kind: 'hostUser', accountId, sessionId: 0, teamId, role: 'manager', operator: false },
});
