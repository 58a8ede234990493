import type { EntityManager } from '@mikro-orm/postgresql';
import { cleanLine } from '../../domain/agent-text.ts';
import type { StayPhoto } from '../../generated.ts';
import { MediaEntity, type PropertyRow, type UnitTypeRow } from '../../store/entities.ts';
import type { SoldUnitType } from './model.ts';

/** An offer's photos. */
export type Photos = Pick<SoldUnitType, 'photos' | 'leadPhotos'>;

type Shows = Pick<UnitTypeRow | PropertyRow, 'mediaIds'>;

/** Photos per offer in a search. */
const LEAD = 3;

/** Reads ready photos for properties and unit types: a unit type shows its own, then its property's. */
export async function readPhotos(
  em: EntityManager,
  properties: readonly PropertyRow[],
): Promise<(unitType: Shows, property: Shows) => Photos> {
  const ids = properties.flatMap(({ mediaIds, unitTypes }) => [
    ...mediaIds,
    ...unitTypes.getItems().flatMap((unitType) => unitType.mediaIds),
  ]);
  const rows =
    ids.length === 0
      ? []
      : await em.find(MediaEntity, { id: { $in: [...new Set(ids)] }, status: 'ready', removedAt: null });
  const byId = new Map(
    rows.map(({ id, sha256, width, height, alt }): [number, StayPhoto] => [
      id,
      { sha256, width: width ?? 0, height: height ?? 0, alt: alt == null ? null : cleanLine(alt) },
    ]),
  );
  return (unitType, property) => {
    const shown = [...new Set([...unitType.mediaIds, ...property.mediaIds])];
    const photos = shown.flatMap((id) => byId.get(id) ?? []);
    return { photos, leadPhotos: photos.slice(0, LEAD) };
  };
}
