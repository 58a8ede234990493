import { plural, t } from '@lingui/core/macro';
import { useLocation } from 'wouter';
import { day } from '../../format/dates.ts';
import { barPlace } from './bar-place.ts';
import classes from './calendar.module.css';
import { Cell } from './grid-parts.tsx';
import type { BlockBar } from './lanes.ts';
import type { Span } from './span.ts';
import type { Block } from './stays.ts';

/** Nights that another calendar occupies; since they aren't a booking, they open the calendar. */
export function BlockCell({ bar, span }: { readonly bar: BlockBar<Block>; readonly span: Span }) {
  const [, navigate] = useLocation();
  const { feedName, unitTypeId, checkIn, checkOut, units, overbooked } = bar.block;
  const facts = [
    feedName,
    t`${day(checkIn)} to ${day(checkOut)}`,
    ...(units > 1 ? [plural(units, { one: '# unit', other: '# units' })] : []),
    overbooked ? t`overbooked` : t`taken by another calendar`,
  ];
  return (
    <Cell
      column={bar.night}
      aria-colspan={bar.nights}
      className={`${classes.bar} ${classes.block}`}
      {...barPlace(bar, span)}
      data-overbooked={overbooked || undefined}
      aria-label={facts.join(', ')}
      onClick={() => navigate(`/channels/ical?unit=${unitTypeId}`)}
    >
      <span className={classes.guest}>{feedName}</span>
    </Cell>
  );
}
