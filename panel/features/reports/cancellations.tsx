import { msg, t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { Chart } from '../../components/chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/panel.tsx';
import { monthAndYear } from '../../format/dates.ts';
import { majorUnits, money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import { saveCsv } from './csv.ts';
import {
  type ReportCancellationsQuery,
  type ReportedCancellationsFragment,
  reportCancellationsDocument,
} from './generated.ts';
import { Choice, RangeControls, SaveButtons, useReportAddress } from './range-controls.tsx';
import { chosenIn } from './report-address.ts';
import { COUNT, PERCENT, SHORT, wholeAxis } from './report-words.ts';

type Report = NonNullable<ReportCancellationsQuery['cancellationReport']>;
type Row = Report['rows'][number];

const CHARTS = translated([
  { value: 'cancelled', label: msg`Cancelled bookings` },
  { value: 'share', label: msg`Share cancelled` },
  { value: 'lostRoomRevenue', label: msg`Lost room revenue` },
]) satisfies readonly {
  readonly value: keyof ReportedCancellationsFragment;
  readonly label: string;
}[];
type Shown = (typeof CHARTS)[number]['value'];

/** Cancelled bookings by month of check-in. */
export function CancellationsPage() {
  const { state, change, parameters } = useReportAddress('last_12_months');
  const shown = chosenIn(parameters, 'chart', CHARTS) ?? 'cancelled';
  const { from, until, property } = state;
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(reportCancellationsDocument, {
    from,
    until,
    propertyIds: property ? [property] : null,
  });
  const report = data?.cancellationReport;
  const currency = report?.currency ?? null;
  const columns: readonly Column<Row>[] = [
    { title: msg`Check-in month`, cell: ({ month }) => monthAndYear(month) },
    { title: msg`Bookings`, numeric: true, cell: (row) => COUNT().format(row.cancellations.bookings) },
    { title: msg`Cancelled`, numeric: true, cell: (row) => COUNT().format(row.cancellations.cancelled) },
    { title: msg`Share`, numeric: true, cell: ({ cancellations: { share } }) => shareWords(share) },
    { title: msg`Lost nights`, numeric: true, cell: (row) => COUNT().format(row.cancellations.lostNights) },
    {
      title: msg`Lost room revenue`,
      numeric: true,
      cell: ({ cancellations: { lostRoomRevenue } }) =>
        currency === null ? COUNT().format(lostRoomRevenue) : money(lostRoomRevenue, currency),
    },
  ];
  const chart = CHARTS.find(({ value }) => value === shown)?.label ?? '';
  return (
    <Page
      title={t`Cancellations`}
      lead={t`Cancelled bookings among all, by the month in which guests were to arrive.`}
      actions={
        <SaveButtons
          isLoading={isPlaceholderData}
          onSave={report && (() => saveCsv(`cancellations-${from}-${until}.csv`, csvRows(report)))}
        />
      }
    >
      <RangeControls state={state} change={change}>
        <Choice
          label={t`Chart`}
          options={CHARTS}
          value={shown}
          onChange={(value) => change({ chart: value })}
        />
      </RangeControls>
      <Stack gap="lg">
        {report && (
          <Section title={shown === 'lostRoomRevenue' && currency !== null ? `${chart}, ${currency}` : chart}>
            <Stack gap="sm">
              <Text>{totalWords(report)}</Text>
              <CancellationsChart report={report} shown={shown} />
            </Stack>
          </Section>
        )}
        <DataTable
          label={t`Cancellations`}
          columns={columns}
          read={{ data: report?.rows, error, refetch, isPlaceholderData }}
          rowKey={({ month }) => month}
          empty={{ title: t`No months in this period` }}
          isDense
          isTitled
        />
      </Stack>
    </Page>
  );
}

const shareWords = (share: number | null): string => (share === null ? '–' : PERCENT().format(share));

const totalWords = ({ totals: { bookings, cancelled, share } }: Report): string =>
  bookings === 0
    ? t`No bookings.`
    : t`${COUNT().format(cancelled)} of ${COUNT().format(bookings)} bookings cancelled (${shareWords(share)}).`;

function CancellationsChart({ report, shown }: { readonly report: Report; readonly shown: Shown }) {
  const { rows, currency } = report;
  const labels = useMemo(() => rows.map(({ month }) => monthAndYear(month)), [rows]);
  const series = useMemo(
    () => [{ label: shown, values: rows.map(({ cancellations }) => cancellations[shown]) }],
    [rows, shown],
  );
  const words = useMemo(
    () => (value: number) => {
      if (shown === 'share') return PERCENT().format(value);
      if (shown === 'cancelled') return wholeAxis(value);
      return SHORT().format(currency === null ? value : majorUnits(value, currency));
    },
    [shown, currency],
  );
  return <Chart labels={labels} series={series} words={words} />;
}

function csvRows({ rows, totals, currency }: Report): readonly (readonly (string | number)[])[] {
  const cells = (month: string, figures: ReportedCancellationsFragment) => [
    month,
    figures.bookings,
    figures.cancelled,
    figures.share ?? '',
    figures.lostNights,
    currency === null ? figures.lostRoomRevenue : majorUnits(figures.lostRoomRevenue, currency),
    currency ?? '',
  ];
  return [
    [
      t`Check-in month`,
      t`Bookings`,
      t`Cancelled`,
      t`Share`,
      t`Lost nights`,
      t`Lost room revenue`,
      t`Currency`,
    ],
    ...rows.map(({ month, cancellations }) => cells(month, cancellations)),
    cells(t`Total`, totals),
  ];
}
