import type { CSSProperties } from 'react';
import { type BlockBar, halvesOf } from './lanes.ts';
import type { Span } from './span.ts';

/** Returns the attributes that position a bar across its lane's nights. */
export function barPlace(bar: Omit<BlockBar<unknown>, 'block'>, span: Span) {
  const { start, end } = halvesOf(bar, span);
  return {
    style: { '--start': start, '--halves': end - start } as CSSProperties, // custom properties have no type
    'data-cut-start': bar.cut.start || undefined,
    'data-cut-end': bar.cut.end || undefined,
  };
}
