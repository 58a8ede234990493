import type { KeyboardEvent } from 'react';
import { day } from '../../format/dates.ts';
import { barPlace } from './bar-place.ts';
import type { Bar } from './lanes.ts';
import { type Booking, guestName } from './stays.ts';
import classes from './timeline.module.css';

interface BarProps {
  readonly bar: Bar<Booking>;
  readonly onShow: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onDrag: (active: boolean) => void;
}

/** A stay across its lane's days. */
export function BarButton({ bar, onShow, onKeyDown, onDrag }: BarProps) {
  const { booking } = bar;
  const status = booking.status === 'held' ? 'unpaid' : 'confirmed';
  return (
    <button
      type="button"
      draggable
      className={classes.bar}
      {...barPlace(bar)}
      data-status={status}
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
