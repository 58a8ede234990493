import { randomBytes } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { randomToken } from '#kit/ids.ts';
import { hashToken } from '#kit/secrets.ts';
import { storefrontOrigin } from '#kit/storefront-origin.ts';
import { IcalExportEntity, type IcalExportRow } from '../../store/entities.ts';
import { exportTokenRow } from '../../storefronts/store/sealed-rows.ts';

/** A new link token: hashed for lookup, and sealed so that it can be shown again. */
export function newExportToken({ vault }: Pick<SubgraphContext, 'vault'>) {
  const token = randomToken();
  const tokenHash = hashToken(token);
  return { tokenHash, tokenSealed: vault.seal(token, exportTokenRow(tokenHash)) };
}

/** An export's columns, with a new token. */
export const newExport = (
  ctx: Pick<SubgraphContext, 'clock' | 'vault'>,
  unitType: number,
  feed: number | null,
) => ({
  unitType,
  feed,
  calendarId: randomBytes(8).toString('hex'),
  changedAt: ctx.clock.now(),
  ...newExportToken(ctx),
});

/** Returns the export for a unit type or one of its feeds, and creates it if missing. */
export async function exportOf(
  ctx: SubgraphContext,
  em: Transaction,
  { unitTypeId, feedId }: { readonly unitTypeId: number; readonly feedId: number | null },
): Promise<IcalExportRow> {
  return (
    (await em.findOne(IcalExportEntity, { unitType: unitTypeId, feed: feedId })) ??
    // If another process creates the export at the same time, the first row is kept.
    (await em.upsert(IcalExportEntity, newExport(ctx, unitTypeId, feedId), { onConflictAction: 'ignore' }))
  );
}

/** An export's link, on the storefront's own domain. */
export function exportUrl(
  ctx: Pick<SubgraphContext, 'vault' | 'config'>,
  { tokenSealed, tokenHash, unitType }: IcalExportRow,
  domain: string,
): string {
  const token = ctx.vault.open(tokenSealed, exportTokenRow(tokenHash));
  return `${storefrontOrigin(ctx, domain)}/ical/${unitType.id}/${token}.ics`;
}
