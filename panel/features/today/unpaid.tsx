import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { Pager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { useNow } from '../../components/use-now.ts';
import { instantAt, timeLeft } from '../../format/dates.ts';
import { ACTION, GUEST, ROOM, STAY, TOTAL } from '../bookings/booking-columns.tsx';
import type { TodayOverviewQuery } from './generated.ts';
import { PaymentLink } from './payment-link.tsx';

type Hold = TodayOverviewQuery['unpaid']['nodes'][number];

const columnsAt = (now: number): readonly Column<Hold>[] => [
  GUEST,
  ROOM,
  STAY,
  {
    title: 'Held until',
    cell: ({ holdExpiresAt, property }) => (
      <div>
        <Text size="sm" fw={600}>
          {timeLeft(holdExpiresAt, now)}
        </Text>
        <Text size="sm" c="dimmed">
          {instantAt(holdExpiresAt, property?.timeZone)}
        </Text>
      </div>
    ),
  },
  TOTAL,
  { title: 'Payment link', cell: (hold) => <PaymentLink booking={hold} /> },
  ACTION,
];

interface UnpaidProps {
  readonly read: {
    readonly data: readonly Hold[];
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly pager: Pager;
}

/** Unpaid bookings with held nights, earliest expiry first. */
export function Unpaid({ read, pager }: UnpaidProps) {
  const now = useNow();
  return (
    <Section title="Waiting for payment">
      <DataTable
        label="Waiting for payment"
        columns={columnsAt(now)}
        rowKey={({ id }) => id}
        empty={{ title: 'No unpaid bookings', text: "Bookings wait here until they're paid or released." }}
        {...{ read, pager }}
      />
    </Section>
  );
}
