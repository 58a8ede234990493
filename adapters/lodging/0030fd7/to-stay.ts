import { photoOf } from '../../photos.ts';
import type { Shown } from '../codec.ts';
import type { LodgingCheckoutFragment, LodgingOfferFragment } from '../generated.ts';
import type { Lodging } from './status.ts';
import { stayId } from './stay.ts';
import { stayTotals } from './totals.ts';

type Stay = Lodging['stays'][number];

/** Converts a stay to the draft's format: what is booked, for whom and at what price. */
export function toStay(
  { offers, storefront }: Shown,
  line: LodgingCheckoutFragment['lines'][number],
  stay: Stay | undefined,
) {
  const { itemId, title } = line;
  const offer = stay?.unitTypeId ? offers.get(stay.unitTypeId) : undefined;
  const ratePlan = stay?.ratePlan ?? offer?.content.ratePlan;
  const [adults, children] = [stay?.adults ?? 0, stay?.children ?? 0];
  return {
    id: ratePlan ? stayId(itemId, ratePlan.id) : itemId,
    stay_dates: datesOf(stay),
    accommodation_type: offer
      ? toAccommodationType(offer, storefront.baseUrl)
      : { id: stay?.unitTypeId ?? itemId, title },
    ...(ratePlan
      ? { rate_plan: { id: ratePlan.id, title: ratePlan.title, ...planText(ratePlan, termsOf(stay, offer)) } }
      : { rate_plan: { id: UNKNOWN_PLAN, title: 'Unknown rate' } }),
    ...(adults + children > 0
      ? {
          occupancy: {
            adults,
            children,
            ...(stay && stay.childAges.length > 0 ? { child_ages: stay.childAges } : {}),
            total: adults + children,
          },
        }
      : {}),
    ...(stay && stay.assignments.length > 0
      ? {
          guest_assignments: stay.assignments.map(({ guestId, role }) => ({
            guest_id: guestId,
            ...(role === null ? {} : { role }),
          })),
        }
      : {}),
    totals: stayTotals(line, stay),
  };
}

/** Id for a rate plan that the storefront doesn't currently sell. */
const UNKNOWN_PLAN = 'unknown';

/** Returns the plan's terms for guests, shown next to its name. */
function planText(ratePlan: LodgingOfferFragment['content']['ratePlan'], terms: string | null | undefined) {
  const description = [ratePlan.description, terms].filter(Boolean).join(' ');
  return description === '' ? {} : { description };
}

/**
 * Returns cancellation terms: as priced if the stay names a plan, otherwise the host's current terms for the
 * default plan.
 */
const termsOf = (stay: Stay | undefined, offer: LodgingOfferFragment | undefined) =>
  stay?.ratePlan ? stay.cancellation?.text : offer?.content.cancellationSummary;

/**
 * Returns a stay's dates. They're unknown only if the stay refers to something we don't sell and its guest
 * data has been deleted.
 */
const datesOf = (stay: Stay | undefined) => ({
  start_date: stay?.checkIn ?? NO_DATE,
  end_date: stay?.checkOut ?? NO_DATE,
});

const NO_DATE = '1970-01-01';

/** Photo width in pixels for agents. */
const MEDIA_WIDTH = 1600;
const MOST_PHOTOS = 5;

function toAccommodationType(offer: LodgingOfferFragment, baseUrl: string) {
  const { unitTypeId, title, description, maxGuests, media, content } = offer;
  const photos = media.slice(0, MOST_PHOTOS).map((photo) => {
    const { path, width, height } = photoOf(photo, MEDIA_WIDTH);
    const alt = photo.alt === null ? {} : { alt_text: photo.alt };
    return { type: 'image', url: `${baseUrl}${path}`, ...alt, width, height };
  });
  return {
    id: unitTypeId,
    title,
    ...(description === '' ? {} : { description }),
    capacity: {
      adults: content.maxAdults ?? maxGuests,
      children: content.maxChildren ?? maxGuests,
      ...(content.childAgeBands.length > 0
        ? {
            child_age_ranges: content.childAgeBands.map(({ from, to, limit }) => ({
              ages: { min: from, max: to },
              limit,
            })),
          }
        : {}),
      total: maxGuests,
    },
    ...(photos.length > 0 ? { media: photos } : {}),
  };
}
