import { cleanLine } from '../../domain/agent-text.ts';
import type { StayPhoto } from '../../generated.ts';
import type { Shown } from './model.ts';
import type { ReadyPhoto } from './storefront-row.ts';

/** An offer's photos. */
export type Photos = Pick<Shown, 'photos' | 'leadPhotos'>;

interface Shows {
  readonly mediaIds: readonly number[];
}

/** Photos per offer in a search. */
const LEAD = 3;

/** Returns an offer's photos among a storefront's: a unit type shows its own, then its property's. */
export function photosOf(ready: readonly ReadyPhoto[]): (unitType: Shows, property: Shows) => Photos {
  const byId = new Map(
    ready.map(({ id, sha256, width, height, alt }): [number, StayPhoto] => [
      id,
      { sha256, width: width ?? 0, height: height ?? 0, alt: alt === null ? null : cleanLine(alt) },
    ]),
  );
  return (unitType, property) => {
    const shown = [...new Set([...unitType.mediaIds, ...property.mediaIds])];
    const photos = shown.flatMap((id) => byId.get(id) ?? []);
    return { photos, leadPhotos: photos.slice(0, LEAD) };
  };
}
