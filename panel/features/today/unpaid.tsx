import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { useNow } from '../../components/use-now.ts';
import { instantAt, timeLeft } from '../../format/dates.ts';
import { ACTION, GUEST, ROOM, STAY, TOTAL } from '../bookings/booking-columns.tsx';
import { type UnpaidBookingsQuery, unpaidBookingsDocument } from './generated.ts';
import { PaymentLink } from './payment-link.tsx';

type Hold = UnpaidBookingsQuery['hostBookings']['nodes'][number];

const columnsAt = (now: number): readonly Column<Hold>[] => [
  GUEST,
  ROOM,
  STAY,
  {
    title: msg`Held until`,
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
  { title: msg`Payment link`, cell: (hold) => <PaymentLink booking={hold} /> },
  ACTION,
];

/** Unpaid bookings with held nights, earliest expiry first; one line if empty. */
export function Unpaid() {
  const now = useNow();
  const pager = usePager('unpaid');
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    unpaidBookingsDocument,
    { first: PAGE_SIZE, after: pager.after },
    { refreshMs: LIVE_MS },
  );
  const rows = data?.hostBookings.nodes;
  const shown = pager.pagerOf(data?.hostBookings.pageInfo);
  if (rows?.length === 0 && !shown.hasPrevious) {
    return (
      <Section title={t`Waiting for payment`} isLine>
        <Text c="dimmed">
          <Trans>No unpaid bookings</Trans>
        </Text>
      </Section>
    );
  }
  return (
    <Section title={t`Waiting for payment`}>
      <DataTable
        label={t`Waiting for payment`}
        columns={columnsAt(now)}
        rowKey={({ id }) => id}
        empty={{ title: t`No unpaid bookings` }}
        read={{ data: rows, error, refetch, isPlaceholderData }}
        pager={shown}
      />
    </Section>
  );
}
