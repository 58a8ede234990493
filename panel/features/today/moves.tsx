import { msg } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { Pager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { translated } from '../../i18n/translated.ts';
import { BALANCE, GUEST, NEXT, ROOM, STATE, STAY } from '../bookings/booking-columns.tsx';
import type { MovingBookingFragment } from './generated.ts';
import { READINESS } from './readiness.tsx';

const KINDS = translated({
  missing: { title: msg`Not arrived yet`, empty: msg`No one is late` },
  arrivals: { title: msg`Arrivals`, empty: msg`No arrivals today` },
  departures: { title: msg`Departures`, empty: msg`No departures today` },
  inHouse: { title: msg`In house`, empty: msg`No guests in house` },
});

interface MovesProps {
  readonly kind: keyof typeof KINDS;
  readonly read: {
    readonly data: readonly MovingBookingFragment[];
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** True for the front desk and managers, who can read balances and units' housekeeping. */
  readonly isDesk: boolean;
  readonly pager?: Pager;
}

/** Stays with their next move, in each property's time zone; one line if empty. */
export function Moves({ kind, read, isDesk, pager }: MovesProps) {
  const { title, empty } = KINDS[kind];
  if (read.data.length === 0 && !pager?.hasPrevious) {
    return (
      <Section title={title} isLine>
        <Text c="dimmed">{empty}</Text>
      </Section>
    );
  }
  const columns: readonly Column<MovingBookingFragment>[] = [
    GUEST,
    ROOM,
    STAY,
    ...(isDesk && kind === 'arrivals' ? [READINESS] : []),
    STATE,
    ...(isDesk ? [BALANCE] : []),
    NEXT,
  ];
  return (
    <Section title={title}>
      <DataTable
        label={title}
        rowKey={({ id }) => id}
        empty={{ title: empty }}
        {...{ columns, read }}
        {...(pager && { pager })}
      />
    </Section>
  );
}
