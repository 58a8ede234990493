import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inOneTransaction, statements } from '#db/transaction.ts';
import { applyBookings } from './apply-bookings.ts';
import { applyPolicies, type PolicyCommands } from './apply-policies.ts';
import { applyProperty, type ContentCommands } from './apply-property.ts';
import { bringPhotos, type PhotoCommands } from './bring-photos.ts';
import { knownProperties } from './known-properties.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { readWanted } from './read-wanted.ts';
import { Refused } from './refused.ts';
import { applySetup } from './team-setup/run.ts';
import { OF_STOREFRONT } from './wanted.ts';

/**
 * Applies an import property by property, each in a transaction that also advances the count of applied
 * properties, so a process that continues after a crash begins with the first missing property. A refused
 * property doesn't block the others, but the import then counts as failed. The team's messages and task rules follow,
 * because they refer to properties. Reservations are applied in batches.
 */
export async function runApply(
  ctx: SubgraphContext,
  transfer: OpenTransfer,
  commands: ContentCommands & PhotoCommands & PolicyCommands,
): Promise<void> {
  const { id, storefrontId, applied } = transfer;
  if (transfer.kind === 'bookings') {
    await applyBookings(ctx, transfer);
    return finish(ctx, id);
  }
  const { policies, properties, setup } = await readWanted(ctx, transfer);
  if (applied === 0) {
    await recordingRefusal(ctx, id, OF_STOREFRONT, () =>
      inOneTransaction({ ...ctx, commands }, (one) => applyPolicies(one, storefrontId, policies)),
    );
    ctx.services.catalog.changes.announce(storefrontId);
  }
  for (const [at, wanted] of properties.entries()) {
    if (at < applied) continue;
    const known = await knownProperties(ctx, storefrontId);
    const isApplied = await recordingRefusal(ctx, id, at, async () => {
      // Fetch before the transaction, so that it never waits for a server.
      const photos = await bringPhotos({ ...ctx, commands }, wanted);
      await inOneTransaction({ ...ctx, commands, photos }, async (one) => {
        await applyProperty(one, storefrontId, wanted, known.get(wanted.externalId) ?? null);
        await count(one, id, at);
      });
    });
    if (!isApplied) await count(ctx, id, at);
    ctx.services.catalog.changes.announce(storefrontId);
    ctx.services.catalog.readModel.nightsChanged();
  }
  await applySetup(ctx, transfer, setup);
  await finish(ctx, id);
}

/** Ends an import: failed if a row was refused. */
async function finish(ctx: SubgraphContext, id: number): Promise<void> {
  await sql`
    UPDATE catalog.transfer t SET status = CASE WHEN wrong.rows > 0 THEN 'failed' ELSE 'done' END,
      problem = CASE WHEN wrong.rows > 0 THEN 'Not everything was applied: see the rows with errors.' END
    FROM (SELECT count(*) AS rows FROM catalog.transfer_row WHERE transfer_id = ${id} AND action = 'error') AS wrong
    WHERE t.id = ${id}`.execute(statements(ctx));
}

const count = (ctx: Pick<SubgraphContext, 'db'>, id: number, at: number) =>
  sql`UPDATE catalog.transfer SET applied = ${at + 1}, attempts = 0 WHERE id = ${id}`.execute(
    statements(ctx),
  );

/** True on success; a refusal is recorded on its row. */
async function recordingRefusal(
  ctx: SubgraphContext,
  id: number,
  at: number,
  apply: () => Promise<void>,
): Promise<boolean> {
  try {
    await apply();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await record(ctx, id, at, error);
    return false;
  }
}

/** Records the reason for a refusal on its row. */
async function record(
  ctx: SubgraphContext,
  id: number,
  at: number,
  { at: where, error }: Refused,
): Promise<void> {
  const field = error.field?.at(-1) ?? null;
  await sql`
    UPDATE catalog.transfer_row SET action = 'error', field = ${field}::text, code = ${error.code ?? 'INVALID'},
      message = ${error.message}
    WHERE transfer_id = ${id} AND property = ${at} AND path = ${where.path} AND kind = ${where.kind}`.execute(
    statements(ctx),
  );
}
