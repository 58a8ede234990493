const COLOUR = '#0b5d56';

/** Returns a storefront's letter: the first in its name. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return Array.from((first?.segment ?? '').toUpperCase())[0] ?? '';
}

/** Draws a tab icon. A letter without one of our outlines is drawn with the reader's own fonts. */
export function tabIcon(letter: string, outline: string | null): string {
  const mark =
    outline === null
      ? `<text x="32" y="44" font-family="Georgia, serif" font-size="36" font-weight="700" text-anchor="middle" fill="#fff">${xmlText(letter)}</text>`
      : drawn(outline);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${COLOUR}"/>${mark}</svg>`;
}

/** Width and height of a home screen icon in pixels. */
export const TILE_SIZE = 180;

/**
 * Draws a home screen icon, whose corners the device clips. It contains only our outline of the letter, or a
 * house if there is none.
 */
export const tile = (outline: string | null): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}" viewBox="0 0 64 64"><rect width="64" height="64" fill="${COLOUR}"/>${drawn(outline ?? HOUSE)}</svg>`;

const HOUSE = 'M0-480L-520-20h130v460h280v-320h220v320h280v-460h130z';

const drawn = (outline: string) =>
  `<path transform="translate(32 32) scale(.04)" fill="#fff" d="${outline}"/>`;

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Escapes text for XML. */
export const xmlText = (text: string) => text.replaceAll(/[<>&"]/g, (one) => ENTITIES[one] ?? '');
