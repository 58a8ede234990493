import { msg, t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { readEveryPage, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { dayAndYear, days } from '../../format/dates.ts';
import { majorUnits, money } from '../../format/money.ts';
import { useTeam } from '../../layout/session.tsx';
import { saveCsv } from './csv.ts';
import { type ReportBalancesQuery, reportBalancesDocument } from './generated.ts';
import { SaveButtons } from './range-controls.tsx';
import { todayHere } from './report-address.ts';

type Row = NonNullable<ReportBalancesQuery['balancesDue']>['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    title: msg`Booking`,
    cell: ({ bookingId, reference }) => (
      <Anchor component={Link} href={`/bookings/${bookingId}`} fw={600} size="sm">
        {reference}
      </Anchor>
    ),
  },
  { title: msg`Stay`, cell: ({ checkIn, checkOut }) => days(checkIn, checkOut) },
  { title: msg`Due`, cell: ({ dueOn }) => dayAndYear(dueOn) },
  { title: msg`Balance`, numeric: true, cell: ({ balance, currency }) => money(balance, currency) },
];

/** Bookings whose guests owe money, by due date. */
export function BalancesPage() {
  const { slug } = useTeam();
  const { after, pagerOf } = usePager(slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(reportBalancesDocument, {
    first: PAGE_SIZE,
    after,
  });
  const save = async () => {
    const rows = await readEveryPage(
      reportBalancesDocument,
      { first: PAGE_SIZE },
      slug,
      ({ balancesDue }) => balancesDue,
      ({ bookingId }) => bookingId,
    );
    saveCsv(`balances-due-${todayHere()}.csv`, [
      [t`Booking`, t`Check-in`, t`Check-out`, t`Due`, t`Balance`, t`Currency`],
      ...rows.map(({ reference, checkIn, checkOut, dueOn, balance, currency }) => [
        reference,
        checkIn,
        checkOut,
        dueOn,
        majorUnits(balance, currency),
        currency,
      ]),
    ]);
  };
  return (
    <Page
      title={t`Balances due`}
      lead={t`Confirmed and cancelled bookings whose guests still owe you money, by due date.`}
      actions={<SaveButtons isLoading={isPlaceholderData} onSave={data?.balancesDue && save} />}
    >
      <DataTable
        label={t`Balances due`}
        columns={COLUMNS}
        read={{ data: data?.balancesDue?.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ bookingId }) => bookingId}
        empty={{ title: t`Every balance is settled` }}
        pager={pagerOf(data?.balancesDue?.pageInfo)}
      />
    </Page>
  );
}
