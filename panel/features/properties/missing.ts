import { t } from '@lingui/core/macro';
import type { Property } from './property-detail.ts';

/** Returns what is missing before guests can book a property, by section. */
export function missingOf({ address, media, unitTypes }: Property): Readonly<Record<string, string>> {
  const sold = unitTypes.filter(({ archivedAt }) => archivedAt === null);
  const photos = [...media, ...sold.flatMap((unitType) => unitType.media)];
  const isOnSale = sold.some(({ active, units, baseRate }) => active && units > 0 && baseRate > 0);
  return {
    ...(!(address?.locality && address.country) && {
      address: t`Enter the address: at least the town and the country.`,
    }),
    ...(!photos.some(({ status }) => status === 'ready') && {
      photos: t`Add a photo of the property or of one of its unit types.`,
    }),
    ...(!isOnSale && {
      'unit-types': t`Put a unit type on sale, with at least one unit and a rate above zero.`,
    }),
  };
}
