import type { z } from 'zod';
import { itemIdOf } from '../../storefront-pages/stay-query.ts';
import type { CheckoutStayInput } from '../generated.ts';

/** A stay as written in a request. */
interface WrittenStay {
  readonly id?: string | undefined;
  readonly accommodation_type?: { readonly id: string } | undefined;
  readonly rate_plan?: { readonly id: string } | undefined;
  readonly stay_dates: { readonly start_date: string; readonly end_date: string };
  readonly occupancy?: Occupancy | undefined;
  readonly guest_assignments?:
    | readonly { readonly guest_id: string; readonly role?: string | undefined }[]
    | undefined;
}

interface Occupancy {
  readonly adults?: number | undefined;
  readonly children?: number | undefined;
  readonly child_ages?: readonly number[] | undefined;
  readonly total: number;
}

/** A stay as checkout input. */
export interface ReadStay {
  readonly itemId: string;
  readonly party: CheckoutStayInput;
}

/** Separates a stay item's id from the rate plan it's sold with. */
const PLAN = '~';
const STAY = /^stay:(\d+):[\d-]+:[\d-]+:(\d+):(\d+)$/;

/** Builds a stay's id from its item and its rate plan (docs/interface/lodging.md#stays). */
export const stayId = (itemId: string, ratePlanId: string): string => `${itemId}${PLAN}${ratePlanId}`;

/** Parses an id; null if it isn't ours. */
function named(id: string | undefined) {
  const [item = '', plan] = (id ?? '').split(PLAN);
  const [, unitTypeId, adults, children] = STAY.exec(item) ?? [];
  if (unitTypeId === undefined) return null;
  return { unitTypeId, plan, adults: Number(adults), children: Number(children) };
}

/**
 * Reads a stay. The item and rate plan are parsed from its id or from the two separate ids, which must agree
 * with it; dates are kept as written; the party is read from the occupancy, or otherwise from the id.
 */
export function readStay(stay: WrittenStay, check: z.core.$RefinementCtx): ReadStay {
  const { id, accommodation_type: type, rate_plan: plan, stay_dates: dates, occupancy } = stay;
  const wrong = (path: PropertyKey[], message: string) => {
    check.addIssue({ code: 'custom', path, message, input: stay });
  };
  const known = named(id);
  if (id === undefined && type === undefined)
    wrong(['id'], 'is missing; or give accommodation_type.id and rate_plan.id');
  if (id === undefined && plan === undefined) wrong(['rate_plan'], "is missing, and so is the stay's id");
  if (known && type && type.id !== known.unitTypeId)
    wrong(['accommodation_type', 'id'], `differs from the stay's id, which has ${known.unitTypeId}`);
  if (known?.plan && plan && plan.id !== known.plan)
    wrong(['rate_plan', 'id'], `differs from the stay's id, which has ${known.plan}`);
  const party = partyOf(occupancy, known, wrong);
  const unitTypeId = type?.id ?? known?.unitTypeId;
  return {
    // Unknown ids are passed to the checkout, which refuses them with its own message.
    itemId:
      unitTypeId === undefined
        ? (id ?? '')
        : itemIdOf(unitTypeId, { checkIn: dates.start_date, checkOut: dates.end_date, units: 1, ...party }),
    party: {
      checkIn: dates.start_date,
      checkOut: dates.end_date,
      childAges: [...(occupancy?.child_ages ?? [])],
      ratePlanId: plan?.id ?? known?.plan ?? null,
      assignments: (stay.guest_assignments ?? []).map(({ guest_id, role }) => ({
        guestId: guest_id,
        role: role ?? null,
      })),
    },
  };
}

type Wrong = (path: PropertyKey[], message: string) => void;

function partyOf(
  occupancy: Occupancy | undefined,
  known: { readonly adults: number; readonly children: number } | null,
  wrong: Wrong,
): { readonly adults: number; readonly children: number } {
  if (occupancy === undefined) {
    if (known === null) wrong(['occupancy'], "is missing; the stay's id has no party");
    return known ?? { adults: 1, children: 0 };
  }
  const { total, child_ages: ages } = occupancy;
  const children = occupancy.children ?? ages?.length ?? Math.max(0, total - (occupancy.adults ?? total));
  const adults = occupancy.adults ?? total - children;
  if (adults + children !== total)
    wrong(['occupancy', 'total'], `must be the sum of adults and children, ${adults + children}`);
  if (adults < 1) wrong(['occupancy', 'adults'], 'must be at least 1');
  if (ages && ages.length !== children)
    wrong(['occupancy', 'child_ages'], `must have one age for each of the ${children} children`);
  return { adults, children };
}
