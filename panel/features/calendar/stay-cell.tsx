import { plural } from '@lingui/core/macro';
import { type Icon, IconAlertTriangle, IconClock, IconDoorExit, IconHome } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { nightsBetween } from '../../format/dates.ts';
import { barPlace } from './bar-place.ts';
import classes from './calendar.module.css';
import { Cell } from './grid-parts.tsx';
import type { Bar } from './lanes.ts';
import type { Span } from './span.ts';
import { type Booking, guestName, MARK_WORDS, markOf, type StayMark, stayDates } from './stays.ts';

/** Icons of marks, so that no mark depends on its color. */
export const MARK_ICONS: Readonly<Partial<Record<StayMark, Icon>>> = {
  conflict: IconAlertTriangle,
  unpaid: IconClock,
  in_house: IconHome,
  departed: IconDoorExit,
};

interface StayCellProps {
  readonly bar: Bar<Booking>;
  readonly span: Span;
  /** The unit's name, or `Not assigned`. */
  readonly unitName: string;
  /** True if the person can move it to another unit. */
  readonly isMovable: boolean;
  readonly onShow: () => void;
  /** Moves it up (-1) or down (1). */
  readonly onStep: (by: -1 | 1) => void;
  readonly onDrag: (active: boolean) => void;
}

/** A stay across its lane's nights. */
export function StayCell({ bar, span, unitName, isMovable, onShow, onStep, onDrag }: StayCellProps) {
  const { booking, unit, night, nights, key } = bar;
  const mark = markOf(booking);
  const MarkIcon = MARK_ICONS[mark];
  const step = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (isMovable) onStep(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <Cell
      column={night}
      aria-colspan={nights}
      {...(isMovable && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' })}
      draggable={isMovable}
      className={classes.bar}
      {...barPlace(bar, span)}
      data-stay={key}
      data-booking={booking.id}
      data-unit={unit?.id ?? ''}
      data-mark={mark}
      aria-label={[
        guestName(booking),
        unitName,
        stayDates(booking),
        plural(nightsBetween(booking.checkIn, booking.checkOut), { one: '# night', other: '# nights' }),
        MARK_WORDS[mark],
      ].join(', ')}
      title={`${guestName(booking)}, ${stayDates(booking)}, ${MARK_WORDS[mark]}`}
      onClick={onShow}
      onKeyDown={step}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', booking.reference);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      {MarkIcon && <MarkIcon size={14} aria-hidden />}
      <span className={classes.guest}>{guestName(booking)}</span>
    </Cell>
  );
}
