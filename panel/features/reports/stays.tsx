import { msg, plural, t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { Chart } from '../../components/chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/panel.tsx';
import { translated } from '../../i18n/translated.ts';
import {
  MEASURES,
  type Measure,
  measureAxis,
  measureIn,
  measureNumber,
  measureTitle,
  measureWords,
} from './booking-measures.ts';
import { saveCsv } from './csv.ts';
import { type ReportStaysQuery, reportStaysDocument, type StayReportGroup } from './generated.ts';
import { Choice, RangeControls, SaveButtons, useReportAddress } from './range-controls.tsx';
import { chosenIn } from './report-address.ts';
import { PERCENT } from './report-words.ts';

type Stays = NonNullable<ReportStaysQuery['stayReport']>;
type Row = Stays['rows'][number];

const GROUPS = translated([
  { value: 'lead_time', label: msg`Lead time` },
  { value: 'length_of_stay', label: msg`Length of stay` },
]) satisfies readonly { readonly value: StayReportGroup; readonly label: string }[];

/** Bookings by lead time or length of stay. */
export function StaysPage() {
  const { state, change, parameters } = useReportAddress('last_12_months');
  const measure = measureIn(parameters);
  const by = chosenIn(parameters, 'stays', GROUPS) ?? 'lead_time';
  const { from, until, property } = state;
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(reportStaysDocument, {
    by,
    from,
    until,
    propertyIds: property ? [property] : null,
  });
  // Rows of the other choice would get this one's words.
  const report = isPlaceholderData ? undefined : data?.stayReport;
  const currency = report?.currency ?? null;
  const title = GROUPS.find(({ value }) => value === by)?.label ?? '';
  const columns: readonly Column<Row>[] = [
    { title, cell: (row) => bandWords(by, row) },
    {
      title: msg`Share`,
      numeric: true,
      cell: ({ share }) => (share === null ? '–' : PERCENT().format(share)),
    },
    ...MEASURES.map(({ value, label }) => ({
      title: label,
      numeric: true,
      cell: ({ sums }: Row) => measureWords(value, sums[value], currency),
    })),
  ];
  const save = (saved: Stays) =>
    saveCsv(`${by === 'lead_time' ? 'lead-times' : 'lengths-of-stay'}-${from}-${until}.csv`, [
      [title, t`Share`, ...MEASURES.map(({ label }) => label), t`Currency`],
      ...saved.rows.map((row) => [
        bandWords(by, row),
        row.share ?? '',
        ...MEASURES.map(({ value }) => measureNumber(value, row.sums[value], currency)),
        currency ?? '',
      ]),
    ]);
  return (
    <Page
      title={t`Stays`}
      lead={t`How early guests book, and how long they stay, by check-in date. Cancelled bookings aren’t counted.`}
      actions={<SaveButtons isLoading={isPlaceholderData} onSave={report && (() => save(report))} />}
    >
      <RangeControls state={state} change={change}>
        <Choice label={t`Show`} options={GROUPS} value={by} onChange={(value) => change({ stays: value })} />
        <Choice
          label={t`Chart`}
          options={MEASURES}
          value={measure}
          onChange={(value) => change({ chart: value })}
        />
      </RangeControls>
      <Stack gap="lg">
        {report && (
          <Section title={measureTitle(measure, currency)}>
            <Stack gap="sm">
              {report.average !== null && <Text>{averageWords(by, report)}</Text>}
              <StaysChart report={report} by={by} measure={measure} />
            </Stack>
          </Section>
        )}
        <DataTable
          label={title}
          columns={columns}
          read={{ data: report?.rows, error, refetch, isPlaceholderData }}
          rowKey={({ from: first }) => String(first)}
          empty={{ title: t`No bookings in this period` }}
          isDense
          isTitled
        />
      </Stack>
    </Page>
  );
}

/** Describes a row: `Same day`, `2–3 days`, `181 days or more`. */
function bandWords(by: StayReportGroup, { from, until }: Pick<Row, 'from' | 'until'>): string {
  if (from === 0) return t`Same day`;
  if (by === 'lead_time') {
    if (until === null) return plural(from, { one: '# day or more', other: '# days or more' });
    const days = plural(until, { one: '# day', other: '# days' });
    return from === until ? days : `${from}–${days}`;
  }
  if (until === null) return plural(from, { one: '# night or more', other: '# nights or more' });
  const nights = plural(until, { one: '# night', other: '# nights' });
  return from === until ? nights : `${from}–${nights}`;
}

const averageWords = (by: StayReportGroup, { average, totals }: Stays): string => {
  const bookings = plural(totals.bookings, { one: '# booking', other: '# bookings' });
  return by === 'lead_time'
    ? t`${bookings}, made ${plural(average ?? 0, { one: '# day', other: '# days' })} before check-in on average.`
    : t`${bookings}, ${plural(average ?? 0, { one: '# night', other: '# nights' })} on average.`;
};

interface StaysChartProps {
  readonly report: Stays;
  readonly by: StayReportGroup;
  readonly measure: Measure;
}

function StaysChart({ report, by, measure }: StaysChartProps) {
  const labels = useMemo(() => report.rows.map((row) => bandWords(by, row)), [report, by]);
  const series = useMemo(
    () => [{ label: measure, values: report.rows.map(({ sums }) => sums[measure]) }],
    [report, measure],
  );
  const words = useMemo(
    () => (value: number) => measureAxis(measure, value, report.currency),
    [measure, report],
  );
  return <Chart labels={labels} series={series} words={words} />;
}
