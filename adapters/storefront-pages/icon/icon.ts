const COLOUR = '#0b5d56';

/** The letter by which a storefront is known: the first of its name. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return Array.from((first?.segment ?? '').toUpperCase())[0] ?? '';
}

/** The icon of a tab. A letter without an outline of ours is drawn with the reader's own fonts. */
export function tabIcon(letter: string, outline: string | null): string {
  const mark =
    outline === null
      ? `<text x="32" y="44" font-family="Georgia, serif" font-size="36" font-weight="700" text-anchor="middle" fill="#fff">${xmlText(letter)}</text>`
      : drawn(outline);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${COLOUR}"/>${mark}</svg>`;
}

/** Pixels of a side of a home screen's icon. */
export const TILE_SIZE = 180;

/** The icon of a home screen, which cuts its corners. It holds nothing of the name but an outline of ours; a house where there is none. */
export const tile = (outline: string | null): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}" viewBox="0 0 64 64"><rect width="64" height="64" fill="${COLOUR}"/>${drawn(outline ?? HOUSE)}</svg>`;

const HOUSE = 'M0-480L-520-20h130v460h280v-320h220v320h280v-460h130z';

const drawn = (outline: string) =>
  `<path transform="translate(32 32) scale(.04)" fill="#fff" d="${outline}"/>`;

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Text as XML carries it. */
export const xmlText = (text: string) => text.replaceAll(/[<>&"]/g, (one) => ENTITIES[one] ?? '');
