import { LISTED_AMENITIES, withoutRepeats } from '../../domain/amenities.ts';
import { isThing, listOf, type Thing, textOf } from './json-ld.ts';

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Keys by every name that a page may use: ours, schema.org's, and the English one. */
const BY_NAME = new Map<string, string>(
  LISTED_AMENITIES.flatMap(({ key, name, schemaOrgName }) =>
    [key, schemaOrgName, name].map((one) => [plain(one), key] as const),
  ),
);

/** A thing's amenities that are on our list; skips features with the value false. */
export function amenitiesOf({ amenityFeature }: Thing): readonly string[] | undefined {
  const keys = listOf(amenityFeature).flatMap((feature) => {
    if (isThing(feature) && (feature.value === false || /^(false|no)$/i.test(`${feature.value}`))) return [];
    const name = isThing(feature) ? (textOf(feature.propertyID, 100) ?? '') : '';
    const known =
      BY_NAME.get(plain(name)) ??
      BY_NAME.get(plain(textOf(isThing(feature) ? feature.name : feature, 100) ?? ''));
    return known ?? [];
  });
  return keys.length > 0 ? withoutRepeats(keys) : undefined;
}
