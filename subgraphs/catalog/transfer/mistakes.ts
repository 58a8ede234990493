import { MAX_MISTAKES, OF_STOREFRONT, type Unreadable } from './wanted.ts';

/** Longest stored message; a message from a library may list every unknown key in a file. */
const LONGEST_MESSAGE = 500;

/** The errors found in a file, up to `MAX_MISTAKES`; readers stop at the limit. */
export interface Mistakes {
  readonly add: (mistake: Unreadable) => void;
  readonly isFull: () => boolean;
  /** All errors found; if the check stopped early, the last one reports that. */
  readonly all: () => readonly Unreadable[];
}

export function gatherMistakes(): Mistakes {
  const found: Unreadable[] = [];
  const isFull = () => found.length >= MAX_MISTAKES;
  return {
    isFull,
    add(mistake) {
      if (!isFull()) found.push({ ...mistake, message: storable(mistake.message).slice(0, LONGEST_MESSAGE) });
    },
    all() {
      const last = found.at(-1);
      return isFull() && last ? [...found, { ...last, ...STOPPED }] : found;
    },
  };
}

const STOPPED = {
  property: OF_STOREFRONT,
  externalId: null,
  field: null,
  code: 'INVALID',
  message: `The check stopped after ${MAX_MISTAKES} mistakes. Correct these and import the file again.`,
} as const;

/** A message may quote the file; PostgreSQL stores neither U+0000 nor lone surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}').toWellFormed();
