import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { Chart } from '../../components/chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/panel.tsx';
import { saveCsv } from './csv.ts';
import { type ReportMetric, type ReportOfNightsQuery, reportOfNightsDocument } from './generated.ts';
import { Choice, RangeControls, SaveButtons, useReportAddress } from './range-controls.tsx';
import { BASES, COMPARISONS, GROUPS, METRICS } from './report-address.ts';
import { axisWords, changeWords, valueCell, valueWords } from './report-words.ts';
import classes from './reports.module.css';
import { rowWords } from './row-words.ts';

type Report = NonNullable<ReportOfNightsQuery['report']>;
type Row = Report['rows'][number];

const ASKED = METRICS.map(({ value }) => value);

/** Occupancy and revenue: totals, a chart for one metric, and a table with all. */
export function ReportsPage() {
  const { state, change } = useReportAddress();
  const { from, until, metric, groupBy, compare, basis, property } = state;
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(reportOfNightsDocument, {
    input: {
      from,
      until,
      groupBy,
      compare,
      basis,
      metrics: ASKED,
      propertyIds: property ? [property] : null,
    },
  });
  const report = data?.report;
  const group = GROUPS.find(({ value }) => value === groupBy)?.label ?? '';
  const columns: readonly Column<Row>[] = [
    { title: group, cell: rowWords },
    ...METRICS.map(({ value, label }) => ({
      title: label,
      numeric: true,
      cell: ({ values }: Row) => wordsOf(values, value),
    })),
  ];
  return (
    <Page
      title={t`Reports`}
      lead={t`How many nights you sold, and at what price.`}
      actions={
        <SaveButtons
          isLoading={isPlaceholderData}
          onSave={report ? () => saveCsv(`report-${from}-${until}.csv`, csvRows(group, report)) : undefined}
        />
      }
    >
      <RangeControls state={state} change={change}>
        <Choice label={t`By`} options={GROUPS} value={groupBy} onChange={(by) => change({ by })} />
        <Choice
          label={t`Chart`}
          options={METRICS}
          value={metric}
          onChange={(value) => change({ metric: value })}
        />
        <Choice
          label={t`Compare with`}
          options={COMPARISONS}
          value={compare}
          onChange={(value) => change({ compare: value })}
        />
        <Choice
          label={t`Count by`}
          options={BASES}
          value={basis}
          onChange={(value) => change({ basis: value })}
        />
      </RangeControls>
      <Stack gap="lg">
        {report && <Totals report={report} />}
        {report && report.rows.length > 0 && (
          <Section title={chartTitle(report, metric)}>
            <MetricChart report={report} metric={metric} />
          </Section>
        )}
        <DataTable
          label={t`Report`}
          columns={columns}
          read={{ data: report?.rows, error, refetch, isPlaceholderData }}
          rowKey={({ key }) => key}
          empty={{ title: t`Nothing was sold`, text: t`Choose other dates, or count by nights stayed.` }}
          isDense
          isTitled
        />
      </Stack>
    </Page>
  );
}

const metricOf = (values: Row['values'], metric: string) => values.find((value) => value.metric === metric);

const currencyOf = ({ totals }: Report, metric: ReportMetric) => metricOf(totals, metric)?.currency ?? null;

function chartTitle(report: Report, metric: ReportMetric): string {
  const label = METRICS.find(({ value }) => value === metric)?.label ?? '';
  const currency = currencyOf(report, metric);
  return currency === null ? label : `${label}, ${currency}`;
}

function wordsOf(values: Row['values'], metric: string): string {
  const value = metricOf(values, metric);
  return value ? valueWords(value) : '–';
}

function csvRows(group: string, { rows, totals }: Report): readonly (readonly (string | number)[])[] {
  const currency = totals.find((value) => value.currency)?.currency ?? '';
  const head = [group, ...METRICS.map(({ label }) => label), t`Currency`];
  const cells = (label: string, values: Row['values']) => [label, ...values.map(valueCell), currency];
  return [head, ...rows.map((row) => cells(rowWords(row), row.values)), cells(t`Total`, totals)];
}

/** The whole range's metrics, with their change since the compared period. */
function Totals({ report: { totals, comparison } }: { readonly report: Report }) {
  return (
    <dl className={classes.totals}>
      {METRICS.map(({ value: metric, label }) => {
        const before = metricOf(comparison, metric);
        const changed = before && changeWords(metricOf(totals, metric)?.amount ?? null, before.amount);
        return (
          <div key={metric}>
            <dt>{label}</dt>
            <dd>
              {wordsOf(totals, metric)}
              {before && (
                <div className={classes.change}>
                  {changed ? t`${changed} from ${valueWords(before)}` : t`before: ${valueWords(before)}`}
                </div>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function MetricChart({ report, metric }: { readonly report: Report; readonly metric: ReportMetric }) {
  const labels = useMemo(() => report.rows.map(rowWords), [report]);
  const series = useMemo(
    () => [{ label: metric, values: report.rows.map((row) => metricOf(row.values, metric)?.amount ?? null) }],
    [report, metric],
  );
  const currency = currencyOf(report, metric);
  const words = useMemo(() => (amount: number) => axisWords(metric, currency, amount), [metric, currency]);
  return <Chart labels={labels} series={series} words={words} />;
}
