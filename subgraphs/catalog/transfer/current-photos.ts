import type { Transaction } from '#db/transaction.ts';
import { MediaEntity, type MediaRow } from '../store/entities.ts';
import type { PhotoDefinition } from './definition.ts';

/** A photo in its current state. */
export type CurrentPhoto = Pick<
  MediaRow,
  'id' | 'status' | 'sha256' | 'sourceUrl' | 'alt' | 'focusX' | 'focusY'
>;

/** Finds photos by id. */
export async function photosByIds(
  em: Pick<Transaction, 'find'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CurrentPhoto>> {
  const rows = await em.find(MediaEntity, { id: { $in: [...ids] }, removedAt: null });
  return new Map(rows.map((row) => [row.id, row]));
}

/** True if a file refers to this photo. */
export const isMeant = ({ sha256, url }: PhotoDefinition, photo: CurrentPhoto): boolean =>
  sha256 === photo.sha256 || (url !== undefined && url === photo.sourceUrl);

/** The changes that a file makes to a photo's text and focus; empty if they're unchanged. */
export const describedOtherwise = ({ alt, focus }: PhotoDefinition, photo: CurrentPhoto) => ({
  ...(alt !== undefined && alt.trim() !== (photo.alt ?? '') && { alt }),
  ...(focus && (focus.x !== photo.focusX || focus.y !== photo.focusY) && { focus }),
});

/**
 * True if a property or unit type shows exactly the photos in the file, in the same order and with the same
 * descriptions.
 */
export const showsThese = (wanted: readonly PhotoDefinition[], shown: readonly CurrentPhoto[]): boolean =>
  wanted.length === shown.length &&
  wanted.every((one, place) => {
    const photo = shown[place];
    return photo && isMeant(one, photo) && Object.keys(describedOtherwise(one, photo)).length === 0;
  });
