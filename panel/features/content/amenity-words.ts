import { msg } from '@lingui/core/macro';
import { translated } from '../../i18n/translated.ts';
/** Names of amenity groups; a group without a name here is shown by its key. */
export const GROUP_NAMES: Readonly<Record<string, string>> = translated({
  access: msg`Getting in and around`,
  internet: msg`Internet`,
  parking: msg`Parking and transport`,
  kitchen: msg`Kitchen`,
  bathroom: msg`Bathroom`,
  bedroom: msg`Bedroom and laundry`,
  living: msg`Living and entertainment`,
  climate: msg`Heating and cooling`,
  outdoors: msg`Outdoors`,
  pool: msg`Pools`,
  wellness: msg`Wellness and sport`,
  food: msg`Food and drink`,
  family: msg`Families and pets`,
  service: msg`Services`,
  safety: msg`Safety`,
  work: msg`Work`,
  view: msg({ message: 'Views', context: 'amenities' }),
});

/** Normalizes text for a search: lower case, without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** An amenity in the platform's list. */
export interface Listed {
  readonly key: string;
  readonly name: string;
  readonly group: string;
}

/** A group with its amenities, in list order. */
export interface AmenityGroup {
  readonly key: string;
  readonly name: string;
  readonly amenities: readonly Listed[];
}

/** Returns the amenities whose name, key or group contains all words from a search, by group. */
export function groupsOf(listed: readonly Listed[], search: string): readonly AmenityGroup[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const groups = new Map<string, Listed[]>();
  for (const one of listed) {
    const text = plain(`${one.name} ${one.key.replaceAll('_', ' ')} ${GROUP_NAMES[one.group] ?? one.group}`);
    if (!words.every((word) => text.includes(word))) continue;
    groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  }
  return [...groups].map(([key, amenities]) => ({ key, name: GROUP_NAMES[key] ?? key, amenities }));
}
