import { t } from '@lingui/core/macro';
import type { StayNeedsQuery } from './generated.ts';

/** A detail that guests look for before they choose a stay. */
export interface StayNeed {
  readonly done: boolean;
  /** The next step if it isn't done, and otherwise its name. */
  readonly label: string;
  /** Panel page to do it on. */
  readonly href: string;
}

const PHOTOS_NEEDED = 5;
const AMENITIES_NEEDED = 5;
/** About three sentences. */
const CHARACTERS_NEEDED = 150;

/** Returns what guests look for in a property, in the order of its page; empty if it's archived or missing. */
export function stayNeeds({ property, storefronts }: StayNeedsQuery): readonly StayNeed[] {
  if (!property || property.archivedAt) return [];
  const sold = property.unitTypes.filter(({ archivedAt }) => archivedAt === null);
  const photos = [property, ...sold].flatMap(({ media }) => media.filter(({ status }) => status === 'ready'));
  const amenities = new Set([property, ...sold].flatMap((place) => place.amenities));
  const longest = Math.max(0, ...property.descriptions.map(({ markdown }) => markdown.trim().length));
  const { pets, smoking, parties } = property.houseRules ?? {};
  const open = storefronts.filter(({ status }) => status !== 'closed');
  const real = open.filter(({ sandbox }) => !sandbox);
  const sites = real.length > 0 ? real : open;
  const withoutPages = sites.find(({ policies }) =>
    PAGES.some((kind) => policies.every((page) => page.kind !== kind)),
  );
  const section = (id: string) => `/properties/${property.id}#${id}`;
  const need = (done: boolean, name: string, step: string, href: string): StayNeed => ({
    done,
    label: done ? name : step,
    href,
  });
  return [
    need(
      photos.length >= PHOTOS_NEEDED,
      t`Photos`,
      t`Add photos: ${photos.length} of ${PHOTOS_NEEDED}`,
      section('photos'),
    ),
    need(
      longest >= CHARACTERS_NEEDED,
      t`Description`,
      t`Describe the place in at least ${CHARACTERS_NEEDED} characters`,
      section('descriptions'),
    ),
    need(
      amenities.size >= AMENITIES_NEEDED,
      t`Amenities`,
      t`Add amenities: ${amenities.size} of ${AMENITIES_NEEDED}`,
      section('amenities'),
    ),
    need(property.geo != null, t`Point on the map`, t`Set the point on the map`, section('address')),
    need(
      Boolean(property.checkInFrom && property.checkOutUntil),
      t`Check-in and check-out times`,
      t`Set the check-in and check-out times`,
      section('arrival'),
    ),
    need(
      [pets, smoking, parties].every((rule) => rule != null),
      t`House rules`,
      t`State the rules on pets, smoking and parties`,
      section('house-rules'),
    ),
    need(
      sold.some(({ active, units, baseRate }) => active && units > 0 && baseRate > 0),
      t`Price`,
      t`Put a unit type with a rate on sale`,
      section('unit-types'),
    ),
    need(
      (property.cancellationPolicies ?? []).length > 0,
      t`Cancellation policy`,
      t`Write a cancellation policy`,
      '/rates/cancellation',
    ),
    need(
      sites.length > 0 && !withoutPages,
      t`Terms and privacy policy`,
      t`Write your terms and privacy policy`,
      withoutPages ? `/site?storefront=${withoutPages.id}#policies` : '/site#policies',
    ),
  ];
}

const PAGES = ['terms_of_service', 'privacy_policy'] as const;
