import type { CSSProperties, KeyboardEvent } from 'react';
import { day } from '../../format/dates.ts';
import type { Bar } from './lanes.ts';
import { type Booking, guestName } from './stays.ts';
import classes from './timeline.module.css';

interface BarProps {
  readonly bar: Bar<Booking>;
  readonly onShow: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onDrag: (active: boolean) => void;
}

/** A stay across the days of its lane. */
export function BarButton({ bar: { booking, start, end, cut }, onShow, onKeyDown, onDrag }: BarProps) {
  const status = booking.status === 'held' ? 'unpaid' : 'confirmed';
  return (
    <button
      type="button"
      draggable
      className={classes.bar}
      style={{ '--start': start, '--halves': end - start } as CSSProperties}
      data-status={status}
      data-cut-start={cut.start || undefined}
      data-cut-end={cut.end || undefined}
      aria-label={`${guestName(booking)}, ${day(booking.checkIn)} to ${day(booking.checkOut)}, ${status}`}
      onClick={onShow}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', booking.reference);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      {guestName(booking)}
    </button>
  );
}
