import { msg, t } from '@lingui/core/macro';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { ACTION, GUEST, ROOM, STAY } from '../bookings/booking-columns.tsx';
import { Balance } from '../bookings/money-facts.tsx';
import { type OverdueBalancesQuery, overdueBalancesDocument } from './generated.ts';
import { PaymentLink } from './payment-link.tsx';

type Owing = OverdueBalancesQuery['hostBookings']['nodes'][number];

const COLUMNS: readonly Column<Owing>[] = [
  GUEST,
  ROOM,
  STAY,
  {
    title: msg`Balance`,
    cell: ({ payment, currency }) => <Balance payment={payment} currency={currency} />,
  },
  { title: msg`Payment link`, cell: (booking) => <PaymentLink booking={booking} /> },
  ACTION,
];

/** Confirmed bookings whose balance was due before today, earliest arrival first; hidden if empty. */
export function Balances() {
  const pager = usePager('balances');
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    overdueBalancesDocument,
    { first: PAGE_SIZE, after: pager.after },
    { refreshMs: LIVE_MS },
  );
  const rows = data?.hostBookings.nodes ?? [];
  const shown = pager.pagerOf(data?.hostBookings.pageInfo);
  if (!error && rows.length === 0 && !shown.hasPrevious) return null;
  return (
    <Section title={t`Overdue balances`}>
      <DataTable
        label={t`Overdue balances`}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={{ title: t`No overdue balances`, text: t`Guests have paid what was due.` }}
        read={{ data: rows, error, refetch, isPlaceholderData }}
        pager={shown}
      />
    </Section>
  );
}
