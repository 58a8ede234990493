import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { formatMoney } from '#kit/money.ts';
import type { FolioChargeAddInput } from '../../generated.ts';
import { taxesOn } from '../domain/added-taxes.ts';
import type { NewEntry } from '../domain/derived-entries.ts';
import {
  chargeFaults,
  type FolioResult,
  FULL,
  folioError,
  RELEASED,
  refuseFolio,
} from '../domain/folio-faults.ts';
import { todayIn } from '../domain/reversals.ts';
import { type ChargeTaxesQuery, chargeTaxesDocument } from '../operations/generated.ts';
import { folioInReach } from '../queries/folio.ts';
import { appendEntries, newEntryId, withCharges } from '../steps/append-entries.ts';
import { changeFolio } from '../steps/change-folio.ts';
import { addedTaxes } from '../steps/charge-extras.ts';
import { isFull } from '../store/entries.ts';

type Tax = ChargeTaxesQuery['chargeTaxes'][number];

/**
 * Adds an extra or an adjustment to a booking. Taxes added to an extra become separate charges; an adjustment
 * changes the total by exactly its amount. `NOT_FOUND` for another team's booking, `BOOKING_RELEASED` if the
 * booking wasn't paid in time. See docs/interface/folios.md#charges.
 */
export async function addCharge(ctx: SubgraphContext, input: FolioChargeAddInput): Promise<FolioResult> {
  const faults = chargeFaults(input);
  if (faults.length > 0) return refuseFolio(...faults);
  const known = await folioInReach(ctx, input.bookingId);
  const { chargeTaxes } = known
    ? await ctx.execute(chargeTaxesDocument, { propertyId: String(known.propertyId) }, ctx)
    : { chargeTaxes: [] };
  const unknown = (input.taxIds ?? []).find((id) => !chargeTaxes.some((tax) => tax.id === String(id)));
  if (known && unknown !== undefined) {
    return refuseFolio(folioError('NOT_FOUND', 'taxIds', 'The property has no such percentage tax.'));
  }
  return changeFolio(ctx, known?.id ?? null, async (em, booking, units) => {
    if (booking.status === 'released') return refuseFolio(RELEASED);
    if (await isFull(em, booking.id)) return refuseFolio(FULL);
    const date = input.date?.toString() ?? todayIn(booking.timeZone, ctx.clock.now());
    const taxes = taxesOf(input, chargeTaxes, date);
    const charge: NewEntry = {
      id: newEntryId(booking.id),
      entry: 'charge',
      kind: input.kind,
      name: input.name.trim(),
      amount: input.amount,
      quantity: input.quantity ?? 1,
      taxIds: taxes.map(({ id }) => id),
      date,
    };
    const added = [charge, ...(input.kind === 'extra' ? addedTaxes(booking.id, charge, taxes) : [])];
    const { entries, charged } = withCharges(booking, added);
    await appendEntries(ctx, em, booking, entries, { charged, bumps: booking.status === 'cancelled' });
    await ctx.services.checkout.hooks.chargesChanged(ctx, em, booking, units);
    await recordTeamEvent(ctx, em, [booking.teamId], {
      kind: 'folio.charge_added',
      subject: booking.reference,
      change: `${charge.name}: ${formatMoney(input.amount, booking.currency)}`,
    });
    return null;
  });
}

/** Returns the taxes for a charge: the chosen ones or, for an extra, all that apply on its date. */
function taxesOf(
  { kind, taxIds }: Pick<FolioChargeAddInput, 'kind' | 'taxIds'>,
  taxes: readonly Tax[],
  date: string,
): readonly Tax[] {
  if (taxIds) return taxes.filter(({ id }) => taxIds.some((chosen) => String(chosen) === id));
  if (kind !== 'extra') return [];
  return taxesOn(taxes, date);
}
