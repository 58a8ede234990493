import type { CSSProperties } from 'react';
import type { Bar } from './lanes.ts';

/** Returns the attributes that position a bar across its lane's days. */
export const barPlace = ({ start, end, cut }: Pick<Bar<unknown>, 'start' | 'end' | 'cut'>) => ({
  style: { '--start': start, '--halves': end - start } as CSSProperties, // custom properties have no type
  'data-cut-start': cut.start || undefined,
  'data-cut-end': cut.end || undefined,
});
