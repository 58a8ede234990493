import { msg, t } from '@lingui/core/macro';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { money } from '../../format/money.ts';
import { GUEST, ROOM, STAY } from '../bookings/booking-columns.tsx';
import { methodWords } from '../bookings/folio-words.ts';
import { type DisputesQuery, disputesDocument } from './generated.ts';

type Disputed = DisputesQuery['hostBookings']['nodes'][number];

const openOf = ({ folio }: Disputed) =>
  (folio?.payments ?? []).filter(({ dispute }) => dispute?.status === 'open');

const COLUMNS: readonly Column<Disputed>[] = [
  GUEST,
  ROOM,
  STAY,
  {
    title: msg`Answer it in`,
    cell: (booking) => [...new Set(openOf(booking).map(({ method }) => methodWords(method)))].join(', '),
  },
  {
    title: msg`Disputed`,
    numeric: true,
    cell: (booking) =>
      money(
        openOf(booking).reduce((sum, { dispute }) => sum + (dispute?.amount ?? 0), 0),
        booking.currency,
      ),
  },
];

/** Bookings with an open dispute, earliest arrival first; hidden if the list is empty. */
export function Disputes() {
  const pager = usePager('disputes');
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    disputesDocument,
    { first: PAGE_SIZE, after: pager.after },
    { refreshMs: LIVE_MS },
  );
  const rows = data?.hostBookings.nodes ?? [];
  const shown = pager.pagerOf(data?.hostBookings.pageInfo);
  if (!error && rows.length === 0 && !shown.hasPrevious) return null;
  return (
    <Section title={t`Disputed payments`}>
      <DataTable
        label={t`Disputed payments`}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={{
          title: t`No payment is disputed`,
          text: t`Disputes that payment apps report are listed here.`,
        }}
        read={{ data: rows, error, refetch, isPlaceholderData }}
        pager={shown}
      />
    </Section>
  );
}
