import { msg, t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { Chart } from '../../components/chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/panel.tsx';
import { monthAndYear } from '../../format/dates.ts';
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
import { type ReportPaceQuery, reportPaceDocument } from './generated.ts';
import { Choice, RangeControls, SaveButtons, useReportAddress } from './range-controls.tsx';

type Pace = NonNullable<ReportPaceQuery['paceReport']>;
type Row = Pace['rows'][number];

/** Bookings on the books by arrival month, today and at the same time last year. */
export function PacePage() {
  const { state, change, parameters } = useReportAddress('next_12_months');
  const measure = measureIn(parameters);
  const { from, until, property } = state;
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(reportPaceDocument, {
    from,
    until,
    propertyIds: property ? [property] : null,
  });
  const report = data?.paceReport;
  const currency = report?.currency ?? null;
  const columns: readonly Column<Row>[] = [
    { title: msg`Arrival month`, cell: ({ month }) => monthAndYear(month) },
    ...MEASURES.flatMap(({ value, label }) => [
      {
        title: label,
        numeric: true,
        cell: ({ now }: Row) => measureWords(value, now[value], currency),
      },
      {
        title: t`${label}, last year`,
        numeric: true,
        cell: ({ lastYear }: Row) => measureWords(value, lastYear[value], currency),
      },
    ]),
  ];
  return (
    <Page
      title={t`Pace`}
      lead={t`What’s on the books for each arrival month: today, and a year ago for the same months of that year.`}
      actions={
        <SaveButtons
          isLoading={isPlaceholderData}
          onSave={report && (() => saveCsv(`pace-${from}-${until}.csv`, csvRows(report)))}
        />
      }
    >
      <RangeControls state={state} change={change}>
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
            <PaceChart report={report} measure={measure} />
          </Section>
        )}
        <DataTable
          label={t`Pace`}
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

function PaceChart({ report, measure }: { readonly report: Pace; readonly measure: Measure }) {
  const labels = useMemo(() => report.rows.map(({ month }) => monthAndYear(month)), [report]);
  const series = useMemo(
    () => [
      { label: t`Today`, values: report.rows.map(({ now }) => now[measure]) },
      { label: t`A year ago`, values: report.rows.map(({ lastYear }) => lastYear[measure]) },
    ],
    [report, measure],
  );
  const words = useMemo(
    () => (value: number) => measureAxis(measure, value, report.currency),
    [measure, report],
  );
  return <Chart labels={labels} series={series} words={words} />;
}

function csvRows({ rows, totals, lastYear, currency }: Pace): readonly (readonly (string | number)[])[] {
  const head = MEASURES.flatMap(({ label }) => [label, t`${label}, last year`]);
  const cells = (month: string, row: Pick<Row, 'now' | 'lastYear'>) => [
    month,
    ...MEASURES.flatMap(({ value }) => [
      measureNumber(value, row.now[value], currency),
      measureNumber(value, row.lastYear[value], currency),
    ]),
    currency ?? '',
  ];
  return [
    [t`Arrival month`, ...head, t`Currency`],
    ...rows.map((row) => cells(row.month, row)),
    cells(t`Total`, { now: totals, lastYear }),
  ];
}
