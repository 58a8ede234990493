import type { KeyboardEvent } from 'react';
import { addDays, isWeekend, month } from '../../format/dates.ts';
import classes from './calendar.module.css';
import { weeksOf } from './months.ts';
import { type Block, type Night, NightCell } from './night-cell.tsx';
import { isWithin, type NightRange } from './range.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Days that an arrow key moves. */
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface MonthProps {
  /** The month's first day. */
  readonly start: string;
  readonly nights: readonly Night[];
  /** Nights that other calendars occupy. */
  readonly blocks: readonly Block[];
  readonly currency: string;
  readonly range: NightRange | null;
  readonly onPick: (date: string) => void;
}

/** A month's nights to pick with a pointer or arrow keys; past weeks are left out. */
export function Month({ start, nights, blocks, currency, range, onPick }: MonthProps) {
  const byDate = new Map(nights.map((night) => [night.date, night]));
  const tabbable = nights.find(({ date }) => date === range?.from)?.date ?? nights[0]?.date;
  const first = nights[0]?.date ?? start;
  const weeks = weeksOf(start).filter((week) => week.some((date) => date !== null && date >= first));
  return (
    <table className={classes.month} aria-label={`Nights of ${month(start)}`} onKeyDown={moveFocus}>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((date) => date !== null)}>
            {week.map((date, weekday) => (
              <td key={date ?? WEEKDAYS[weekday]} data-weekend={date !== null && isWeekend(date)}>
                {date && (
                  <NightCell
                    date={date}
                    night={byDate.get(date)}
                    blocks={blocks.filter(({ checkIn, checkOut }) => checkIn <= date && date < checkOut)}
                    currency={currency}
                    selected={range !== null && isWithin(range, date)}
                    tabbable={date === tabbable}
                    onPick={onPick}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const days = MOVES[event.key];
  const { date } = event.target instanceof HTMLElement ? event.target.dataset : {};
  if (days === undefined || date === undefined) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(`[data-date="${addDays(date, days)}"]`)?.focus();
}
