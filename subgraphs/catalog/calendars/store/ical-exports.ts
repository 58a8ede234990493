import { randomBytes } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { randomToken } from '#kit/ids.ts';
import { hashToken } from '#kit/secrets.ts';
import { storefrontOrigin } from '#kit/storefront-origin.ts';
import { IcalExportEntity, type IcalExportRow } from '../../store/entities.ts';
import { exportTokenRow } from '../../storefronts/store/sealed-rows.ts';

/** A new token for a link, hashed to be found by and sealed to be shown again. */
export function newExportToken({ vault }: Pick<SubgraphContext, 'vault'>) {
  const token = randomToken();
  const tokenHash = hashToken(token);
  return { tokenHash, tokenSealed: vault.seal(token, exportTokenRow(tokenHash)) };
}

/** The export of a unit type, or of one of its feeds; made where there is none yet. */
export async function exportOf(
  ctx: SubgraphContext,
  em: Transaction,
  { unitTypeId, feedId }: { readonly unitTypeId: number; readonly feedId: number | null },
): Promise<IcalExportRow> {
  const where = { unitType: unitTypeId, feed: feedId };
  const made = { ...where, calendarId: randomBytes(8).toString('hex'), changedAt: ctx.clock.now() };
  return (
    (await em.findOne(IcalExportEntity, where)) ??
    // Another process may be making it too: the first one's is kept.
    (await em.upsert(IcalExportEntity, { ...made, ...newExportToken(ctx) }, { onConflictAction: 'ignore' }))
  );
}

/** The link of an export, at the storefront's own domain. */
export function exportUrl(
  ctx: Pick<SubgraphContext, 'vault' | 'config'>,
  { tokenSealed, tokenHash, unitType }: IcalExportRow,
  domain: string,
): string {
  const token = ctx.vault.open(tokenSealed, exportTokenRow(tokenHash));
  return `${storefrontOrigin(ctx, domain)}/ical/${unitType.id}/${token}.ics`;
}
