import { type Column, DataTable } from '../../components/data-table.tsx';
import type { Pager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { ACTION, GUEST, ROOM, STATUS, STAY } from '../bookings/booking-columns.tsx';
import type { BookingRowFragment } from './generated.ts';

const KINDS = {
  arrivals: {
    title: 'Arrivals',
    empty: { title: 'No arrivals today', text: 'Guests who check in today appear here.' },
  },
  departures: {
    title: 'Departures',
    empty: { title: 'No departures today', text: 'Guests who check out today appear here.' },
  },
} as const;

const COLUMNS: readonly Column<BookingRowFragment>[] = [GUEST, ROOM, STAY, STATUS, ACTION];

interface MovesProps {
  readonly kind: keyof typeof KINDS;
  readonly read: {
    readonly data: readonly BookingRowFragment[];
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly pager: Pager;
}

/** Guests who arrive or leave today, in each property's time zone. */
export function Moves({ kind, read, pager }: MovesProps) {
  const { title, empty } = KINDS[kind];
  return (
    <Section title={title}>
      <DataTable label={title} columns={COLUMNS} rowKey={({ id }) => id} {...{ read, empty, pager }} />
    </Section>
  );
}
