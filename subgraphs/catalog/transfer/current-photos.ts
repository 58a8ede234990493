import type { Transaction } from '#db/transaction.ts';
import { MediaEntity, type MediaRow } from '../store/entities.ts';
import type { PhotoDefinition } from './definition.ts';

/** A photo as it is. */
export type CurrentPhoto = Pick<
  MediaRow,
  'id' | 'status' | 'sha256' | 'sourceUrl' | 'alt' | 'focusX' | 'focusY'
>;

/** Photos by their ids. */
export async function photosByIds(
  em: Pick<Transaction, 'find'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CurrentPhoto>> {
  const rows = await em.find(MediaEntity, { id: { $in: [...ids] }, removedAt: null });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a file means this photo. */
export const isMeant = ({ sha256, url }: PhotoDefinition, photo: CurrentPhoto): boolean =>
  sha256 === photo.sha256 || (url !== undefined && url === photo.sourceUrl);

/** What a file changes of a photo's text and focus; nothing where it is as the file has it. */
export const describedOtherwise = ({ alt, focus }: PhotoDefinition, photo: CurrentPhoto) => ({
  ...(alt !== undefined && alt.trim() !== (photo.alt ?? '') && { alt }),
  ...(focus && (focus.x !== photo.focusX || focus.y !== photo.focusY) && { focus }),
});

/** Whether a property or a unit type shows exactly what a file wants, in its order and as it describes it. */
export const showsThese = (wanted: readonly PhotoDefinition[], shown: readonly CurrentPhoto[]): boolean =>
  wanted.length === shown.length &&
  wanted.every((one, place) => {
    const photo = shown[place];
    return photo && isMeant(one, photo) && Object.keys(describedOtherwise(one, photo)).length === 0;
  });
