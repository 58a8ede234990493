import type { ChosenExtra } from '../../store/entities.ts';
import { type PercentTax, taxesAddedTo } from '../domain/added-taxes.ts';
import type { NewEntry } from '../domain/derived-entries.ts';
import { changedAmount, type ExtraStay, type OfferedExtra } from '../domain/extras.ts';
import type { Reversible } from '../domain/reversals.ts';
import { newEntryId } from './append-entries.ts';

/** Returns the taxes added to an extra as charges. */
export const addedTaxes = (
  bookingId: number,
  extra: NewEntry,
  taxes: readonly PercentTax[],
): readonly NewEntry[] =>
  taxesAddedTo(extra.amount, taxes).map(({ id, name, amount }) => ({
    ...extra,
    id: newEntryId(bookingId),
    kind: 'tax' as const,
    name,
    amount,
    quantity: 1,
    feeId: null,
    taxIds: [id],
    addedTo: extra.id,
  }));

/** When extras are charged, and how their ids begin; without `idPrefix`, the ids are random. */
interface Charging {
  readonly date: string;
  readonly idPrefix?: string;
}

/** Returns the charges for a guest's extras, each followed by the taxes added to it. Skips extras that aren't offered. */
export function chargesForExtras(
  bookingId: number,
  chosen: readonly ChosenExtra[],
  offered: readonly OfferedExtra[],
  { date, idPrefix }: Charging,
): readonly NewEntry[] {
  return chosen.flatMap(({ id, quantity }) => {
    const extra = offered.find((one) => one.id === id);
    if (!extra) return [];
    const charge: NewEntry = {
      id: idPrefix ? `${idPrefix}${id}` : newEntryId(bookingId),
      entry: 'charge',
      kind: 'extra',
      name: extra.name,
      amount: extra.price * quantity,
      quantity,
      feeId: Number(id),
      taxIds: extra.taxes.map((tax) => tax.id),
      date,
    };
    return [charge, ...addedTaxes(bookingId, charge, taxesOf(extra))];
  });
}

/** A change to the stay that extras were chosen for, with the extras offered for the new one. */
export interface ExtrasChange {
  readonly offered: readonly OfferedExtra[];
  readonly before: ExtraStay;
  readonly after: ExtraStay;
}

/** Plans the extras' charges for a changed stay. An extra that the property doesn't offer for it stays as it was sold. */
export function repriceExtras(
  bookingId: number,
  open: readonly Reversible[],
  { offered, before, after }: ExtrasChange,
): { readonly dropped: readonly Reversible[]; readonly added: readonly NewEntry[] } {
  const changes = open.flatMap((charge) => {
    const extra = offered.find(({ id }) => id === String(charge.feeId));
    if (!extra) return [];
    const { amount: was, quantity = 1 } = charge;
    const amount = changedAmount({ amount: was, quantity }, extra, before, after);
    if (amount === was) return [];
    const { entry, kind = null, name = null, feeId = null } = charge;
    const changed: NewEntry = {
      entry,
      kind,
      name,
      quantity,
      feeId,
      amount,
      id: newEntryId(bookingId),
      taxIds: extra.taxes.map(({ id }) => id),
      date: after.checkIn,
    };
    return [
      {
        dropped: [charge, ...open.filter(({ addedTo }) => addedTo === charge.id)],
        added: [changed, ...addedTaxes(bookingId, changed, taxesOf(extra))],
      },
    ];
  });
  return {
    dropped: changes.flatMap(({ dropped }) => dropped),
    added: changes.flatMap(({ added }) => added),
  };
}

/** Returns an extra's taxes, which apply on every date. */
const taxesOf = ({ taxes }: OfferedExtra): readonly PercentTax[] =>
  taxes.map((tax) => ({ ...tax, validFrom: null, validUntil: null }));
