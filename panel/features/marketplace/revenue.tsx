import { msg, t } from '@lingui/core/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { Chart } from '../../components/chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/panel.tsx';
import { monthAndYear } from '../../format/dates.ts';
import { majorUnits, money } from '../../format/money.ts';
import { saveCsv } from '../reports/csv.ts';
import { Choice, SaveButtons } from '../reports/range-controls.tsx';
import { SHORT } from '../reports/report-words.ts';
import { platformRevenueDocument } from './generated.ts';
import { currenciesIn, type Month, monthsOf } from './revenue-months.ts';

const PERIODS = [
  { value: '12', label: '12 months' },
  { value: '24', label: '2 years' },
  { value: '60', label: '5 years' },
] as const;

/** Charges for paid apps over time, for operators: a chart and a table with the same numbers. */
export function RevenuePage() {
  const [parameters, setParameters] = useSearchParams();
  const period = PERIODS.find(({ value }) => value === parameters.get('months')) ?? PERIODS[0];
  const length = Number(period.value);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(platformRevenueDocument, {
    months: length,
  });
  const revenue = data && (data.platformAppRevenue ?? []);
  const currencies = currenciesIn(revenue ?? []);
  const currency = currencies.find((one) => one === parameters.get('currency')) ?? currencies[0] ?? '';
  const months = useMemo(
    () => revenue && (currency === '' ? [] : monthsOf(revenue, { currency, length, today: new Date() })),
    [revenue, currency, length],
  );
  const change = (name: string, value: string) =>
    setParameters(
      (before) => new URLSearchParams([...[...before].filter(([one]) => one !== name), [name, value]]),
      {
        replace: true,
      },
    );
  return (
    <Page
      title={t`Revenue`}
      lead={t`Charges for paid apps and themes by month, before tax and less credits. Months are in UTC.`}
      actions={
        <SaveButtons
          isLoading={isPlaceholderData}
          onSave={months && (() => saveCsv(`revenue-${currency}.csv`, csvRows(months, currency)))}
        />
      }
    >
      <Group align="flex-end" gap="sm">
        <Choice
          label={t`Period`}
          options={PERIODS}
          value={period.value}
          onChange={(value) => change('months', value)}
        />
        {currencies.length > 1 && (
          <Choice
            label={t`Currency`}
            options={currencies.map((value) => ({ value, label: value }))}
            value={currency}
            onChange={(value) => change('currency', value)}
          />
        )}
      </Group>
      <Stack gap="lg">
        {months && months.length > 0 && (
          <Section title={t`Charges, ${currency}`}>
            <Stack gap="sm">
              <Text>{totalWords(months, currency)}</Text>
              <RevenueChart months={months} currency={currency} />
            </Stack>
          </Section>
        )}
        <DataTable
          label={t`Revenue`}
          columns={columnsIn(currency)}
          read={{ data: months?.toReversed(), error, refetch, isPlaceholderData }}
          rowKey={({ month }) => month}
          empty={{ title: t`No charges`, text: t`No paid app charged a team in this period.` }}
          isDense
          isTitled
        />
      </Stack>
    </Page>
  );
}

const columnsIn = (currency: string): readonly Column<Month>[] => [
  { title: msg`Month`, cell: ({ month }) => monthAndYear(month) },
  { title: msg`Charged`, numeric: true, cell: ({ amount }) => money(amount, currency) },
  {
    title: msg`Developers' part`,
    numeric: true,
    cell: ({ amount, share }) => money(amount - share, currency),
  },
  { title: msg`Platform's share`, numeric: true, cell: ({ share }) => money(share, currency) },
];

function totalWords(months: readonly Month[], currency: string): string {
  const sum = (part: 'amount' | 'share') => months.reduce((total, month) => total + month[part], 0);
  return t`${money(sum('amount'), currency)} charged, with a platform share of ${money(sum('share'), currency)}.`;
}

function RevenueChart({
  months,
  currency,
}: {
  readonly months: readonly Month[];
  readonly currency: string;
}) {
  const labels = useMemo(() => months.map(({ month }) => monthAndYear(month)), [months]);
  const series = useMemo(
    () => [
      { label: t`Charged`, values: months.map(({ amount }) => amount) },
      { label: t`Platform's share`, values: months.map(({ share }) => share) },
    ],
    [months],
  );
  const words = useMemo(() => (amount: number) => SHORT().format(majorUnits(amount, currency)), [currency]);
  return <Chart labels={labels} series={series} words={words} />;
}

const csvRows = (months: readonly Month[], currency: string): readonly (readonly (string | number)[])[] => [
  [t`Month`, t`Charged`, t`Developers' part`, t`Platform's share`, t`Currency`],
  ...months.map(({ month, amount, share }) => [
    month,
    majorUnits(amount, currency),
    majorUnits(amount - share, currency),
    majorUnits(share, currency),
    currency,
  ]),
];
