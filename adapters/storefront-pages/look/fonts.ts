import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LookFontPair } from '../../generated.ts';

/** A font family that storefronts serve themselves. */
export interface Family {
  /** Its name in style sheets. */
  readonly name: string;
  /** Path on every storefront; changes with the file's content, so browsers can keep it forever. */
  readonly path: string;
  readonly weights: string;
  readonly file: Buffer;
}

const { resolve } = createRequire(import.meta.url);

/**
 * Opens a family's variable font with Latin letters, a single file for all weights, from its npm package
 * (https://fontsource.org, SIL Open Font License 1.1).
 */
function family(name: string, pack: string, weights: string): Family {
  const file = readFileSync(resolve(`@fontsource-variable/${pack}/files/${pack}-latin-wght-normal.woff2`));
  const digest = createHash('sha256').update(file).digest('hex').slice(0, 12);
  return { name, path: `/fonts/${pack}.${digest}.woff2`, weights, file };
}

const CORMORANT = family('Cormorant Garamond', 'cormorant-garamond', '300 700');
const FIGTREE = family('Figtree', 'figtree', '300 900');
const FRAUNCES = family('Fraunces', 'fraunces', '100 900');
const INTER = family('Inter', 'inter', '100 900');
const KARLA = family('Karla', 'karla', '200 800');
const LORA = family('Lora', 'lora', '400 700');
const PLAYFAIR = family('Playfair Display', 'playfair-display', '400 900');
const SOURCE_SANS = family('Source Sans 3', 'source-sans-3', '200 900');

export const FAMILIES: readonly Family[] = [
  CORMORANT,
  FIGTREE,
  FRAUNCES,
  INTER,
  KARLA,
  LORA,
  PLAYFAIR,
  SOURCE_SANS,
];

/** Fonts of a page: one family for headings, and one for text. */
export interface FontPair {
  readonly heading: Family;
  readonly text: Family;
  /** Weight of headings. */
  readonly weight: number;
}

/** Families by pair; null for the fonts of the guest's device. */
export const FONT_PAIRS: Readonly<Record<LookFontPair, FontPair | null>> = {
  system: null,
  cormorant_source: { heading: CORMORANT, text: SOURCE_SANS, weight: 600 },
  figtree: { heading: FIGTREE, text: FIGTREE, weight: 700 },
  fraunces_figtree: { heading: FRAUNCES, text: FIGTREE, weight: 500 },
  fraunces_inter: { heading: FRAUNCES, text: INTER, weight: 500 },
  karla: { heading: KARLA, text: KARLA, weight: 700 },
  lora_karla: { heading: LORA, text: KARLA, weight: 600 },
  playfair_inter: { heading: PLAYFAIR, text: INTER, weight: 600 },
  playfair_source: { heading: PLAYFAIR, text: SOURCE_SANS, weight: 600 },
};

/** Returns the families in a pair, without duplicates. */
export const familiesOf = ({ heading, text }: FontPair): readonly Family[] =>
  heading === text ? [text] : [heading, text];
