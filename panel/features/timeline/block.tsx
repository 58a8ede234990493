import { Link } from 'wouter';
import { day } from '../../format/dates.ts';
import { barPlace } from './bar-place.ts';
import type { BlockBar } from './lanes.ts';
import type { Block } from './stays.ts';
import classes from './timeline.module.css';

/**
 * Nights that another calendar occupies, across their lane's days; since they aren't a booking, they link to
 * the calendar.
 */
export function BlockLink({ bar }: { readonly bar: BlockBar<Block> }) {
  const { feedName, unitTypeId, checkIn, checkOut, units, overbooked } = bar.block;
  const facts = [
    feedName,
    `${day(checkIn)} to ${day(checkOut)}`,
    ...(units > 1 ? [`${units} units`] : []),
    overbooked ? 'overbooked' : 'taken by another calendar',
  ];
  return (
    <Link
      href={`/calendars?unit=${unitTypeId}`}
      className={`${classes.bar} ${classes.block}`}
      {...barPlace(bar)}
      data-overbooked={overbooked || undefined}
      aria-label={facts.join(', ')}
    >
      {feedName}
    </Link>
  );
}
