import { msg, t } from '@lingui/core/macro';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { money } from '../../format/money.ts';
import { GUEST, ROOM, STAY } from '../bookings/booking-columns.tsx';
import { BookingBadge } from '../bookings/booking-words.tsx';
import { type RefundsDueQuery, refundsDueDocument } from './generated.ts';

type Owed = RefundsDueQuery['hostBookings']['nodes'][number];

const dueOf = ({ folio }: Owed): number =>
  (folio?.refunds ?? []).reduce((sum, { status, amount }) => (status === 'due' ? sum + amount : sum), 0);

const COLUMNS: readonly Column<Owed>[] = [
  GUEST,
  ROOM,
  STAY,
  { title: msg`Status`, cell: ({ status }) => <BookingBadge status={status} /> },
  { title: msg`Refund due`, numeric: true, cell: (booking) => money(dueOf(booking), booking.currency) },
];

/** Bookings with a refund that someone has to pay back, earliest arrival first; hidden if empty. */
export function RefundsDue() {
  const pager = usePager('refunds');
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    refundsDueDocument,
    { first: PAGE_SIZE, after: pager.after },
    { refreshMs: LIVE_MS },
  );
  const rows = data?.hostBookings.nodes ?? [];
  const shown = pager.pagerOf(data?.hostBookings.pageInfo);
  if (!error && rows.length === 0 && !shown.hasPrevious) return null;
  return (
    <Section title={t`Refunds to pay back`}>
      <DataTable
        label={t`Refunds to pay back`}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={{ title: t`No refunds are due`, text: t`Guests have received what they were owed.` }}
        read={{ data: rows, error, refetch, isPlaceholderData }}
        pager={shown}
      />
    </Section>
  );
}
