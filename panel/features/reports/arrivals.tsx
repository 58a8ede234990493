import { msg, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { readEveryPage, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { usePager } from '../../components/pager.ts';
import { dayAndYear, nightsBetween } from '../../format/dates.ts';
import { majorUnits, money } from '../../format/money.ts';
import { useTeam } from '../../layout/session.tsx';
import { BookingBadge, partyWords, unitWords } from '../bookings/booking-words.tsx';
import { saveCsv } from './csv.ts';
import { type ReportArrivalsQuery, reportArrivalsDocument } from './generated.ts';
import { RangeControls, SaveButtons, useReportAddress } from './range-controls.tsx';

type Row = ReportArrivalsQuery['hostBookings']['nodes'][number];

/** Arrivals on a page, and on paper: twice as many would exceed an operation's cost. */
const PAGE_SIZE = 50;

const COLUMNS: readonly Column<Row>[] = [
  { title: msg`Check-in`, cell: ({ checkIn }) => dayAndYear(checkIn) },
  {
    title: msg`Guest`,
    cell: (row) => (
      <div>
        <Text size="sm" fw={600}>
          {nameOf(row)}
        </Text>
        <Anchor component={Link} href={`/bookings/${row.id}`} size="sm">
          {row.reference}
        </Anchor>
      </div>
    ),
  },
  {
    title: msg`Stay`,
    cell: ({ checkIn, checkOut, party }) => (
      <div>
        <div>
          <Plural value={nightsBetween(checkIn, checkOut)} one="# night" other="# nights" />
        </div>
        <Text size="sm" c="dimmed">
          {partyWords(party)}
        </Text>
      </div>
    ),
  },
  {
    title: msg`Unit`,
    cell: (row) => (
      <div>
        {linesOf(row).map((line) => (
          <div key={line}>{line}</div>
        ))}
        {row.property && (
          <Text size="sm" c="dimmed">
            {row.property.name}
          </Text>
        )}
      </div>
    ),
  },
  { title: msg`Arrives at`, cell: ({ arrivalTime }) => arrivalTime ?? '–' },
  { title: msg`Status`, cell: ({ status }) => <BookingBadge status={status} /> },
  {
    title: msg`Balance`,
    numeric: true,
    cell: ({ payment, currency }) => (payment ? money(payment.balance, currency) : '–'),
  },
];

/** Guests who arrive in a period, to print. */
export function ArrivalsPage() {
  const { slug } = useTeam();
  const { state, change } = useReportAddress('next_7_days');
  const { from, until, property } = state;
  const { after, pagerOf } = usePager(JSON.stringify([slug, from, until, property]));
  const asked = {
    filter: {
      statuses: ['confirmed', 'held'] as const,
      checkInFrom: from,
      checkInUntil: until,
      propertyId: property || null,
    },
    first: PAGE_SIZE,
  };
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(reportArrivalsDocument, {
    ...asked,
    after,
  });
  const arrivals = data?.hostBookings;
  const save = async () => {
    const rows = await readEveryPage(
      reportArrivalsDocument,
      asked,
      slug,
      ({ hostBookings }) => hostBookings,
      ({ id }) => id,
    );
    saveCsv(`arrivals-${from}-${until}.csv`, [
      [
        t`Check-in`,
        t`Check-out`,
        t`Guest`,
        t`Reference`,
        t`Party`,
        t`Unit`,
        t`Property`,
        t`Arrives at`,
        t`Balance`,
        t`Currency`,
      ],
      ...rows.map((row) => [
        row.checkIn,
        row.checkOut,
        nameOf(row),
        row.reference,
        partyWords(row.party),
        linesOf(row).join(', '),
        row.property?.name ?? '',
        row.arrivalTime ?? '',
        row.payment ? majorUnits(row.payment.balance, row.currency) : '',
        row.currency,
      ]),
    ]);
  };
  return (
    <Page
      title={t`Arrivals`}
      lead={t`Who arrives, when and where, to print for the desk.`}
      actions={<SaveButtons isLoading={isPlaceholderData} onSave={arrivals && save} />}
    >
      <RangeControls state={state} change={change} />
      <DataTable
        label={t`Arrivals`}
        columns={COLUMNS}
        read={{ data: arrivals?.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: t`No arrivals in this period` }}
        pager={pagerOf(arrivals?.pageInfo)}
        isDense
      />
    </Page>
  );
}

const nameOf = ({ guestFirstName, guestLastName }: Row): string =>
  [guestFirstName, guestLastName].filter(Boolean).join(' ') || t`Guest`;

/** Describes a booking's lines: `Lake suite, Unit 12`. */
const linesOf = ({ lines }: Row): readonly string[] =>
  lines.map(({ title, quantity, units }) =>
    [quantity > 1 ? `${quantity} × ${title}` : title, ...(units.length > 0 ? [unitWords(units)] : [])].join(
      ', ',
    ),
  );
