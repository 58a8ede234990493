import { plural, t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { addDays, day } from '../../format/dates.ts';
import { money, plainAmount } from '../../format/money.ts';
import classes from './calendar.module.css';
import { Cell } from './grid-parts.tsx';
import type { Block, Night } from './stays.ts';

interface NightCellProps {
  readonly date: string;
  readonly column: number;
  /** Undefined if the night isn't known: still loading, past or not yet on sale. */
  readonly night: Night | undefined;
  /** Other calendars' blocks on this night. */
  readonly blocks: readonly Block[];
  readonly currency: string;
  readonly selected: boolean;
  /** True if the night can be changed. */
  readonly isOpen: boolean;
  /** Selects the night, or everything from the first selected night to it. */
  readonly onSelect: (date: string, extend: boolean) => void;
  /** Opens the editor: for the selected nights if this night is among them, else for this night. */
  readonly onEdit: () => void;
}

/** Nights that Shift and an arrow key extend the selection by. */
const EXTENDS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A unit type's night: price, free units and restrictions. */
export function NightCell({ date, column, night, blocks, currency, ...cell }: NightCellProps) {
  const { selected, isOpen, onSelect, onEdit } = cell;
  const sold = night && soldOf(night);
  const rules = night ? [...blocks.map(takenBy), ...rulesOf(night)] : [];
  const extend = ({ key, shiftKey }: KeyboardEvent) => {
    const by = EXTENDS[key];
    if (by === undefined || !shiftKey || !isOpen) return;
    if (!selected) onSelect(date, false);
    onSelect(addDays(date, by), true);
  };
  return (
    <Cell
      column={column}
      className={classes.night}
      style={{ '--start': 2 * column } as CSSProperties} // custom properties have no type
      data-date={date}
      data-sold={sold?.state}
      aria-selected={selected}
      aria-disabled={!isOpen}
      title={rules.map(({ long }) => long).join(', ') || undefined}
      onPointerDown={({ button, shiftKey, pointerType }) => {
        if (isOpen && button === 0 && pointerType === 'mouse') onSelect(date, shiftKey);
      }}
      onPointerEnter={({ buttons, pointerType }) => {
        if (isOpen && buttons === 1 && pointerType === 'mouse') onSelect(date, true);
      }}
      onPointerUp={({ pointerType }) => isOpen && selected && pointerType === 'mouse' && onEdit()}
      onKeyDown={extend}
      onClick={() => isOpen && onEdit()}
    >
      <VisuallyHidden>
        {[
          night ? `${day(date)}: ${money(night.rate, currency)}` : day(date),
          ...(sold ? [sold.long] : []),
          ...rules.map(({ long }) => long),
        ].join(', ')}
      </VisuallyHidden>
      {night && sold && (
        <span className={classes.face} aria-hidden>
          <span className={classes.rate}>{plainAmount(night.rate, currency)}</span>
          <span className={classes.free}>
            {sold.state && <IconLock size={11} aria-hidden />}
            {sold.short}
          </span>
          <span className={classes.rules}>
            {rules.map(({ short, long, tone }) => (
              <span key={long} data-tone={tone}>
                {short}
              </span>
            ))}
          </span>
        </span>
      )}
    </Cell>
  );
}

/** Describes a night's free units; `state` is set if none can be sold. */
function soldOf({ stopSell, available, total, closed }: Night) {
  const free = `${available}/${total}`;
  if (stopSell)
    return {
      state: 'stopped',
      short: t({ message: 'Off', context: 'sale' }),
      long: t`off sale, ${free} free`,
    } as const;
  if (total > 0 && closed >= total) return { state: 'closed', short: t`Closed`, long: t`closed` } as const;
  if (available <= 0) return { state: 'full', short: t`Full`, long: t`full, ${free} free` } as const;
  return { state: undefined, short: free, long: t`${free} free` } as const;
}

interface Rule {
  readonly short: string;
  readonly long: string;
  readonly tone?: 'bad';
}

/**
 * Describes the calendar with units on a night, or with an overbooked one.
 */
const takenBy = ({ feedName, overbooked }: Block): Rule =>
  overbooked
    ? { short: t`over!`, long: t`overbooked by ${feedName}`, tone: 'bad' }
    : { short: 'iCal', long: t`taken by ${feedName}` };

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
    ? [
        {
          short: `−${closed}`,
          long: closedReason ? t`${closed} closed: ${closedReason}` : t`${closed} closed`,
        },
      ]
    : []),
  ...(minStay !== null && minStay > 1
    ? [
        {
          short: `≥${minStay}`,
          long: plural(minStay, { one: 'at least # night', other: 'at least # nights' }),
        },
      ]
    : []),
  ...(maxStay !== null
    ? [{ short: `≤${maxStay}`, long: plural(maxStay, { one: 'at most # night', other: 'at most # nights' }) }]
    : []),
  ...(closedToArrival ? [{ short: t`no arr.`, long: t`no arrival` }] : []),
  ...(closedToDeparture ? [{ short: t`no dep.`, long: t`no departure` }] : []),
];
