import type { LodgingCheckoutFragment } from '../generated.ts';
import type { Lodging } from './status.ts';
import { chargesOf } from './totals.ts';

/** When part of the total is due. */
interface Schedule {
  readonly id: string;
  readonly type: 'immediate' | 'deferred' | 'at_property';
  readonly description: { readonly plain: string };
  readonly amount: number;
}

const TERM = 'standard';

/**
 * Describes how a session is paid (docs/interface/lodging.md#payment): one term, whose schedules add up to
 * the total.
 */
export function paymentOf(session: LodgingCheckoutFragment, lodging: Lodging) {
  return {
    terms: [{ id: TERM, title: TITLES[lodging.payment.mode], schedules: schedulesOf(session, lodging) }],
    selected_term_id: TERM,
  };
}

const TITLES = {
  now: 'Paid to confirm the booking',
  deposit: 'Deposit now, remainder later',
  at_property: 'Paid at the property',
} as const;

/** Returns the JSON path of the schedule for charges paid at the property; null if there are none. */
export function chargesPath(session: LodgingCheckoutFragment, lodging: Lodging): string | null {
  const index = schedulesOf(session, lodging).findIndex(({ id }) => id === CHARGES);
  return index < 0 ? null : `$.payment.terms[0].schedules[${index}]`;
}

const CHARGES = 'charges_at_property';

function schedulesOf({ totals }: LodgingCheckoutFragment, lodging: Lodging): readonly Schedule[] {
  const total = totals.find(({ kind }) => kind === 'total')?.amount ?? 0;
  const { dueAtProperty, payment } = lodging;
  const charges = chargesOf(lodging);
  return [
    ...staySchedules(total, payment),
    ...(dueAtProperty.length > 0
      ? [
          schedule(
            CHARGES,
            'at_property',
            `Paid at the property: ${dueAtProperty.map(({ label }) => label).join(', ')}.`,
            charges,
          ),
        ]
      : []),
  ];
}

/** Returns schedules for the stay itself, by due date. */
function staySchedules(
  total: number,
  { mode, dueNow, balanceDueOn }: Lodging['payment'],
): readonly Schedule[] {
  if (mode === 'at_property') {
    return [schedule('stay', 'at_property', 'The guest pays for the stay at the property.', total)];
  }
  if (mode === 'now') {
    return [schedule('stay', 'immediate', 'Pay on the payment page to confirm the booking.', total)];
  }
  const due = balanceDueOn === null ? 'on arrival' : `by ${balanceDueOn}`;
  return [
    schedule('deposit', 'immediate', 'Deposit, paid on the payment page to confirm the booking.', dueNow),
    schedule('balance', 'deferred', `The remainder is due ${due}.`, total - dueNow),
  ];
}

const schedule = (id: string, type: Schedule['type'], plain: string, amount: number): Schedule => ({
  id,
  type,
  description: { plain },
  amount,
});
