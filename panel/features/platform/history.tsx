import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { Chart, type Series } from '../../components/chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Panel } from '../../components/panel.tsx';
import { instant, span } from '../../format/dates.ts';
import { perLanguage } from '../../i18n/language.ts';
import { type PlatformHistoryQuery, platformHistoryDocument } from './generated.ts';

type History = NonNullable<PlatformHistoryQuery['platformHistory']>;
type QueuesAt = History['queues'][number];
type WebhooksAt = History['webhooks'][number];

const REFRESH_MS = 60_000;

const PERIODS = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '14', label: '14 days' },
] as const;

/** Charts of the queues and webhooks over time, and tables with the same numbers. */
export function HealthHistory() {
  const [parameters, setParameters] = useSearchParams();
  const period = PERIODS.find(({ value }) => value === parameters.get('days')) ?? PERIODS[0];
  const { data, error, refetch } = useTeamQuery(
    platformHistoryDocument,
    { days: Number(period.value) },
    { refreshMs: REFRESH_MS },
  );
  const history = data?.platformHistory;
  return (
    <Panel title={t`History`}>
      <Stack gap="lg">
        <SegmentedControl
          aria-label={t`Period of the history`}
          data={[...PERIODS]}
          value={period.value}
          onChange={(days) => setParameters({ days }, { replace: true })}
          style={{ alignSelf: 'flex-start' }}
        />
        {error && !data ? (
          <ErrorNote error={error} onRetry={refetch} />
        ) : history ? (
          <Charts history={history} />
        ) : (
          <Loading label={t`Loading the history`} />
        )}
      </Stack>
    </Panel>
  );
}

function Charts({ history: { queues, webhooks } }: { readonly history: History }) {
  const times = useMemo(() => queues.map(({ at }) => instant(at)), [queues]);
  const hours = useMemo(() => webhooks.map(({ at }) => instant(at)), [webhooks]);
  const ages = useMemo(
    () => [
      { label: t`Age`, values: queues.map(({ oldestSeconds: age }) => (age === null ? null : age / 60)) },
    ],
    [queues],
  );
  const failures = useMemo(
    () => [
      { label: t`Waiting for a retry`, values: queues.map(({ failing }) => failing) },
      { label: t`Given up`, values: queues.map(({ failed }) => failed) },
    ],
    [queues],
  );
  const success = useMemo(
    () => [
      {
        label: t`Accepted`,
        values: webhooks.map(({ delivered, failed }) =>
          delivered + failed === 0 ? null : delivered / (delivered + failed),
        ),
      },
    ],
    [webhooks],
  );
  return (
    <>
      <Plot title={t`Age of the oldest due job`} labels={times} series={ages} words={minuteWords} />
      <Plot title={t`Failed jobs`} labels={times} series={failures} words={countWords} />
      <Numbers label={t`Queues over time`} columns={QUEUES} rows={queues.filter(isRecorded)} />
      <Plot
        title={t`Webhook attempts accepted by apps`}
        labels={hours}
        series={success}
        words={percentWords}
        top={1}
      />
      <Numbers
        label={t`Webhook attempts by hour`}
        columns={WEBHOOKS}
        rows={webhooks.filter(({ delivered, failed }) => delivered + failed > 0)}
      />
    </>
  );
}

interface PlotProps {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly words: (value: number) => string;
  readonly top?: number;
}

/** A titled chart, or a line instead without records. */
function Plot({ title, series, ...chart }: PlotProps) {
  const isEmpty = series.every(({ values }) => values.every((value) => value === null));
  return (
    <div>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          <Trans>Nothing was recorded in this period.</Trans>
        </Text>
      ) : (
        <Chart series={series} {...chart} />
      )}
    </div>
  );
}

interface NumbersProps<TRow> {
  readonly label: string;
  readonly columns: readonly Column<TRow>[];
  readonly rows: readonly TRow[];
}

/** A table with the charts' numbers, newest first. */
function Numbers<TRow extends { readonly at: string }>({ label, columns, rows }: NumbersProps<TRow>) {
  return (
    <details>
      <summary>
        <Trans>{label} as a table</Trans>
      </summary>
      <DataTable
        label={label}
        columns={columns}
        read={{ data: rows.toReversed(), error: null, refetch: () => {} }}
        rowKey={({ at }) => at}
        empty={{ title: t`Nothing was recorded in this period` }}
        isDense
        isTitled
      />
    </details>
  );
}

const isRecorded = ({ waiting }: QueuesAt): boolean => waiting !== null;

const QUEUES: readonly Column<QueuesAt>[] = [
  { title: msg`Time`, cell: ({ at }) => instant(at) },
  { title: msg`Oldest due job`, cell: ({ oldestSeconds }) => ageWords(oldestSeconds ?? 0), numeric: true },
  { title: msg`Waiting`, cell: ({ waiting }) => waiting, numeric: true },
  { title: msg`Waiting for a retry`, cell: ({ failing }) => failing, numeric: true },
  { title: msg`Given up`, cell: ({ failed }) => failed, numeric: true },
];

const WEBHOOKS: readonly Column<WebhooksAt>[] = [
  { title: msg`Hour`, cell: ({ at }) => instant(at) },
  { title: msg`Accepted`, cell: ({ delivered }) => delivered, numeric: true },
  { title: msg`Failed`, cell: ({ failed }) => failed, numeric: true },
  {
    title: msg`Success`,
    cell: ({ delivered, failed }) => percentWords(delivered / (delivered + failed)),
    numeric: true,
  },
];

const PERCENT = perLanguage(
  (tag) =>
    new Intl.NumberFormat(tag, {
      style: 'percent',
      maximumFractionDigits: 1,
      roundingMode: 'floor', // 100 % only if every attempt was accepted
    }),
);
const percentWords = (part: number): string => PERCENT().format(part);

/** Formats an age in seconds; a minute and more without seconds. */
const ageWords = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : span(seconds * 1_000);

const WHOLE = perLanguage((tag) => new Intl.NumberFormat(tag, { notation: 'compact' }));
const minuteWords = (minutes: number): string => t`${WHOLE().format(minutes)} min`;
const countWords = (value: number): string => (Number.isInteger(value) ? WHOLE().format(value) : '');
