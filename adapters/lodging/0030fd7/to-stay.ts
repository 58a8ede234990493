import { photoOf } from '../../photos.ts';
import type { Shown } from '../codec.ts';
import type { LodgingCheckoutFragment, LodgingOfferFragment } from '../generated.ts';
import type { Lodging } from './status.ts';
import { stayId } from './stay.ts';
import { stayTotals } from './totals.ts';

type Stay = Lodging['stays'][number];

/** A stay as the draft prints it: what is booked, for whom, and what it costs. */
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

/** Of what the storefront does not sell (any more). */
const UNKNOWN_PLAN = 'unknown';

/** What a guest reads of the plan's terms beside its name. */
function planText(ratePlan: LodgingOfferFragment['content']['ratePlan'], terms: string | null | undefined) {
  const description = [ratePlan.description, terms].filter(Boolean).join(' ');
  return description === '' ? {} : { description };
}

/** How a stay can be cancelled: of a plan that was named as it was priced, of the default one as the host writes it now. */
const termsOf = (stay: Stay | undefined, offer: LodgingOfferFragment | undefined) =>
  stay?.ratePlan ? stay.cancellation?.text : offer?.content.cancellationSummary;

/** The dates of a stay. Only of one that names nothing we sell, and whose guests are deleted, are they not known any more. */
const datesOf = (stay: Stay | undefined) => ({
  start_date: stay?.checkIn ?? NO_DATE,
  end_date: stay?.checkOut ?? NO_DATE,
});

const NO_DATE = '1970-01-01';

/** Width in pixels of the photos that agents are given. */
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
