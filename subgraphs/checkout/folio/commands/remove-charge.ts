import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { formatMoney } from '#kit/money.ts';
import { derivedCharges } from '../domain/derived-entries.ts';
import { type FolioResult, folioError, NO_ENTRY, RELEASED, refuseFolio } from '../domain/folio-faults.ts';
import { openCharges, reversalOf, todayIn } from '../domain/reversals.ts';
import { bookingOfEntry } from '../queries/folio.ts';
import { appendEntries, withCharges } from '../steps/append-entries.ts';
import { changeFolio } from '../steps/change-folio.ts';
import { storedEntries } from '../store/entries.ts';

/**
 * Removes a charge, along with the taxes added to it, by reversing it. Removing it again changes nothing.
 * `NOT_FOUND` for another team's charge, `INVALID` for a charge that reverses another. See
 * docs/interface/folios.md#charges.
 */
export async function removeCharge(ctx: SubgraphContext, id: string): Promise<FolioResult> {
  return changeFolio(
    ctx,
    await bookingOfEntry(ctx, id),
    async (em, booking, units) => {
      if (booking.status === 'released') return refuseFolio({ ...RELEASED, field: ['id'] });
      const charges =
        booking.charged === null ? derivedCharges(booking) : await storedEntries(em, booking.id);
      const charge = charges.find((one) => one.id === id && one.entry === 'charge');
      if (!charge) return refuseFolio(NO_ENTRY);
      if (charge.reverses != null) {
        return refuseFolio(folioError('INVALID', 'id', 'This charge reverses another one.'));
      }
      const open = openCharges(charges).filter((one) => one.id === id || one.addedTo === id);
      if (!open.some((one) => one.id === id)) return null;
      const today = todayIn(booking.timeZone, ctx.clock.now());
      const { entries, charged } = withCharges(
        booking,
        open.map((one) => reversalOf(one, today)),
      );
      await appendEntries(ctx, em, booking, entries, { charged, bumps: booking.status === 'cancelled' });
      await ctx.services.checkout.hooks.chargesChanged(ctx, em, booking, units);
      await recordTeamEvent(ctx, em, [booking.teamId], {
        kind: 'folio.charge_removed',
        subject: booking.reference,
        change: `${charge.name}: ${formatMoney(charge.amount, booking.currency)}`,
      });
      return null;
    },
    NO_ENTRY,
  );
}
