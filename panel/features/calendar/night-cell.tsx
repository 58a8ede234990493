import { VisuallyHidden } from '@mantine/core';
import { day } from '../../format/dates.ts';
import { money, plainAmount } from '../../format/money.ts';
import classes from './calendar.module.css';
import type { CalendarBlocksQuery, CalendarNightsQuery } from './generated.ts';

/** A night in the calendar. */
export type Night = NonNullable<CalendarNightsQuery['rates']>['nodes'][number];

/** Nights that another calendar occupies. */
export type Block = CalendarBlocksQuery['icalBlocks'][number];

interface NightCellProps {
  readonly date: string;
  /** Undefined if the night is past or not yet on sale. */
  readonly night: Night | undefined;
  /** Other calendars' blocks on this night. */
  readonly blocks: readonly Block[];
  readonly currency: string;
  readonly selected: boolean;
  /** True if Tab reaches the night. Only one night per month is in the tab order; arrow keys reach the others. */
  readonly tabbable: boolean;
  readonly onPick: (date: string) => void;
}

/** One night: rate, free units and restrictions. */
export function NightCell({ date, night, blocks, currency, selected, tabbable, onPick }: NightCellProps) {
  const number = Number(date.slice(8));
  if (!night) return <div className={classes.past}>{number}</div>;
  const rules = [...blocks.map(takenBy), ...rulesOf(night)];
  const sold = soldWords(night);
  return (
    <button
      type="button"
      className={classes.night}
      data-date={date}
      data-sold={night.stopSell ? 'stopped' : night.available === 0 ? 'out' : undefined}
      aria-pressed={selected}
      tabIndex={tabbable ? 0 : -1}
      onClick={() => onPick(date)}
    >
      <VisuallyHidden>
        {[`${day(date)}: ${money(night.rate, currency)}`, sold, ...rules.map(({ long }) => long)].join(', ')}
      </VisuallyHidden>
      <span className={classes.face} aria-hidden>
        <span className={classes.number}>{number}</span>
        <span className={classes.rate}>{plainAmount(night.rate, currency)}</span>
        <span className={classes.free}>
          {night.stopSell ? sold : `${night.available}/${night.total}`}
          {!night.stopSell && <span className={classes.word}> free</span>}
        </span>
        <span className={classes.rules}>
          {rules.map(({ short, long, tone }) => (
            <span key={long} title={long} data-tone={tone}>
              {short}
            </span>
          ))}
        </span>
      </span>
    </button>
  );
}

/**
 * Returns a description of the calendar that occupied units for a night, or sold a night that was already
 * taken.
 */
const takenBy = ({ feedName, overbooked }: Block): Rule =>
  overbooked
    ? { short: 'overbooked', long: `overbooked by ${feedName}`, tone: 'bad' }
    : { short: feedName, long: `taken by ${feedName}`, tone: 'taken' };

function soldWords(night: Night): string {
  if (night.stopSell) return 'off sale';
  return `${night.available}/${night.total} free`;
}

interface Rule {
  readonly short: string;
  readonly long: string;
  readonly tone?: 'bad' | 'taken';
}

/** Restrictions: short for the cell, long for tooltips and screen readers. */
const rulesOf = ({
  closed,
  closedReason,
  minStay,
  maxStay,
  closedToArrival,
  closedToDeparture,
}: Night): readonly Rule[] => [
  ...(closed > 0
    ? [{ short: `${closed} shut`, long: `${closed} closed${closedReason ? `: ${closedReason}` : ''}` }]
    : []),
  ...(minStay !== null && minStay > 1 ? [{ short: `≥${minStay}`, long: `at least ${minStay} nights` }] : []),
  ...(maxStay !== null ? [{ short: `≤${maxStay}`, long: `at most ${maxStay} nights` }] : []),
  ...(closedToArrival ? [{ short: 'no arr.', long: 'no arrival' }] : []),
  ...(closedToDeparture ? [{ short: 'no dep.', long: 'no departure' }] : []),
];
