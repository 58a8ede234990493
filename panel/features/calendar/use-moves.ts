import { useRef, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { bookingUnitChangeDocument, bookingUnitsDocument } from '../bookings/generated.ts';
import { type Move, moved, unitsAfter } from './moves.ts';
import type { Booking } from './stays.ts';

/** Bookings, and a function that moves them. */
export interface Moves {
  /** The bookings after all moves, saved or not. */
  readonly bookings: readonly Booking[];
  readonly move: (move: Move) => void;
  /** The latest refusal. */
  readonly error: unknown;
  readonly dismiss: () => void;
}

/** Moves bookings between units: shows each move immediately, saves moves in order, and takes refused ones back. */
export function useMoves(read: readonly Booking[]): Moves {
  const { mutateAsync: assign } = useTeamMutation(bookingUnitsDocument);
  const { mutateAsync: change } = useTeamMutation(bookingUnitChangeDocument);
  const [saving, setSaving] = useState<readonly Move[]>([]);
  const [error, setError] = useState<unknown>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const bookings = saving.reduce(applied, read);

  const save = (booking: Booking, next: Move): Promise<unknown> => {
    const { bookingId, from, to, night } = next;
    return night !== null && to !== null
      ? change({ id: bookingId, unitId: to, from: night, fromUnitId: from })
      : assign({ input: { bookingId, unitIds: unitsAfter(booking, next) } });
  };
  const move = (next: Move) => {
    const booking = bookings.find(({ id }) => id === next.bookingId);
    if (!booking) return;
    setError(null);
    setSaving((before) => [...before, next]);
    queue.current = queue.current
      .then(() => save(booking, next))
      .catch(setError)
      .finally(() => setSaving((before) => before.filter((one) => one !== next)));
  };
  return { bookings, move, error, dismiss: () => setError(null) };
}

const applied = (bookings: readonly Booking[], move: Move): readonly Booking[] =>
  bookings.map((booking) => (booking.id === move.bookingId ? moved(booking, move) : booking));
