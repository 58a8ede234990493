import type { SubgraphContext } from '#db/context.ts';
import type { SearchListing } from '../../generated.ts';
import { mediaOf } from '../../media/queries/media.ts';
import type { UnitTypeRecord } from '../../store/records.ts';
import { LEAST_PHOTOS, type ListedStay, listingKind, searchGaps } from '../domain/search-listing.ts';
import { propertyById } from './properties.ts';

/** Returns a unit type's description for search engines, and what is missing from it. */
export async function searchListing(
  ctx: SubgraphContext,
  { propertyId, kind, amenities, mediaIds }: UnitTypeRecord,
): Promise<SearchListing> {
  const property = await propertyById(ctx, propertyId);
  if (!property) throw new Error(`Property ${propertyId} is missing, but one of its unit types exists.`);
  const media = await mediaOf(ctx, [...new Set([...mediaIds, ...property.mediaIds])]);
  const photos = media.filter(({ status }) => status === 'ready').length;
  const stay: ListedStay = {
    kind: kind ?? null,
    amenities,
    photos,
    property: {
      kind: property.kind ?? null,
      amenities: property.amenities,
      hasAddress: Boolean(property.address?.locality && property.address.country),
      hasLocation: property.geo != null,
      checkInFrom: property.checkInFrom ?? null,
      checkOutUntil: property.checkOutUntil ?? null,
    },
  };
  return {
    kind: listingKind(stay),
    missing: searchGaps(stay),
    photosMissing: Math.max(0, LEAST_PHOTOS - photos),
  };
}
