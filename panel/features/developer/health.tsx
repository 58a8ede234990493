import { msg, plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Code, Stack, Text } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { DeliveryBadge } from '../../components/health-badge.tsx';
import { Loading } from '../../components/loading.tsx';
import { Panel, Section } from '../../components/panel.tsx';
import { dayAndYear, instant } from '../../format/dates.ts';
import { decimal } from '../../format/numbers.ts';
import classes from './bars.module.css';
import { Axis, Bars } from './bars.tsx';
import { developerAppHealthDocument } from './generated.ts';
import { type AppHealth, changedDays, type Hour, midnights, percent, totalsOf } from './health-figures.ts';

const REFRESH_MS = 60_000;

/** The app's installs and webhooks at every team that uses it. */
export function Health({ slug }: { readonly slug: string }) {
  const { data, error, refetch } = useTeamQuery(
    developerAppHealthDocument,
    { slug },
    { refreshMs: REFRESH_MS },
  );
  const health = data?.app?.health;
  return (
    <>
      <Panel title={t`Health`}>
        {error && !data ? (
          <ErrorNote error={error} onRetry={refetch} />
        ) : health ? (
          <Figures health={health} />
        ) : (
          <Loading label={t`Loading the health`} />
        )}
      </Panel>
      {health && health.lacking.count > 0 && <Lacking lacking={health.lacking} />}
      {health && <Failing slug={slug} failing={health.failing} />}
    </>
  );
}

function Figures({ health: { hours, installs } }: { readonly health: AppHealth }) {
  const { delivered, attempts, latencyMs } = totalsOf(hours);
  const [first, last] = [installs[0]?.count ?? 0, installs.at(-1)?.count ?? 0];
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t`Installs`, t`${plural(last, { one: '# team', other: '# teams' })} (90 days ago: ${first})`],
          [
            t`Webhooks`,
            attempts === 0
              ? t`None in the last 7 days`
              : t`${percent(delivered, attempts)} of ${decimal(attempts)} attempts accepted in the last 7 days`,
          ],
          ...(latencyMs === null ? [] : [[t`Response time`, t`${decimal(latencyMs)} ms (mean)`] as const]),
        ]}
      />
      {attempts > 0 && <Attempts hours={hours} />}
      <Growth installs={installs} />
    </Stack>
  );
}

/** Charts with attempts by hour, and a table with the same numbers. */
function Attempts({ hours }: { readonly hours: readonly Hour[] }) {
  const { delivered, attempts, latencyMs } = totalsOf(hours);
  const ticks = midnights(hours);
  const most = (values: readonly (number | null)[]) => Math.max(0, ...values.map((value) => value ?? 0));
  const scaleOf = (counts: readonly number[]) =>
    most(counts) === 0 ? 'none' : t`up to ${most(counts)} an hour`;
  const [accepted, failed, latency] = [
    hours.map((hour) => hour.delivered),
    hours.map((hour) => hour.failed),
    hours.map((hour) => hour.latencyMs),
  ];
  return (
    <Stack gap="sm">
      <Bars
        title={t`Accepted attempts`}
        scale={scaleOf(accepted)}
        summary={t`Accepted attempts by hour in the last 7 days: ${delivered}`}
        values={accepted}
        ticks={ticks}
      />
      <Bars
        title={t`Failed attempts`}
        scale={scaleOf(failed)}
        summary={t`Failed attempts by hour in the last 7 days: ${attempts - delivered}`}
        values={failed}
        ticks={ticks}
        isBad
      />
      <Bars
        title={t`Response time`}
        scale={latencyMs === null ? t`no attempt was accepted` : t`up to ${most(latency)} ms`}
        summary={
          latencyMs === null
            ? t`Mean response time by hour in the last 7 days: none`
            : t`Mean response time by hour in the last 7 days: ${latencyMs} ms`
        }
        values={latency}
        ticks={ticks}
      />
      <Axis ticks={ticks} length={hours.length} />
      <details className={classes.numbers}>
        <summary>
          <Trans>Attempts by hour as a table</Trans>
        </summary>
        <DataTable
          label={t`Attempts by hour`}
          columns={HOUR_COLUMNS}
          read={{ data: busiest(hours), error: null, refetch: () => {} }}
          rowKey={({ at }) => at}
          empty={{ title: t`No attempts` }}
          isDense
          isTitled
        />
      </details>
    </Stack>
  );
}

/** Hours with attempts, newest first. */
const busiest = (hours: readonly Hour[]) =>
  hours.filter(({ delivered, failed }) => delivered + failed > 0).toReversed();

const HOUR_COLUMNS: readonly Column<Hour>[] = [
  { title: msg`Hour`, cell: ({ at }) => instant(at) },
  { title: msg`Accepted`, cell: ({ delivered }) => delivered, numeric: true },
  { title: msg`Failed`, cell: ({ failed }) => failed, numeric: true },
  {
    title: msg`Success`,
    cell: ({ delivered, failed }) => percent(delivered, delivered + failed),
    numeric: true,
  },
  {
    title: msg`Response time`,
    cell: ({ latencyMs }) => (latencyMs === null ? '–' : t`${latencyMs} ms`),
    numeric: true,
  },
];

/** A chart with installs by day, and a table with the days on which their number changed. */
function Growth({ installs }: { readonly installs: AppHealth['installs'] }) {
  const counts = installs.map((day) => day.count);
  const last = counts.at(-1) ?? 0;
  return (
    <Stack gap="sm">
      <Bars
        title={t`Installs in the last 90 days`}
        scale={t`up to ${plural(Math.max(0, ...counts), { one: '# team', other: '# teams' })}`}
        summary={t`Installs by day in the last 90 days, from ${counts[0] ?? 0} to ${last}`}
        values={counts}
        ticks={[]}
      />
      <details className={classes.numbers}>
        <summary>
          <Trans>Installs by day as a table</Trans>
        </summary>
        <DataTable
          label={t`Days with a changed number of installs`}
          columns={DAY_COLUMNS}
          read={{ data: changedDays(installs), error: null, refetch: () => {} }}
          rowKey={({ date }) => date}
          empty={{ title: t`No days` }}
          isDense
          isTitled
        />
      </details>
    </Stack>
  );
}

const DAY_COLUMNS: readonly Column<AppHealth['installs'][number]>[] = [
  { title: msg`Since`, cell: ({ date }) => dayAndYear(date) },
  { title: msg`Teams`, cell: (day) => day.count, numeric: true },
];

type Lacking = AppHealth['lacking'];

/** Installs that lack permissions which their version requests. */
function Lacking({ lacking }: { readonly lacking: Lacking }) {
  const { count: total, installs } = lacking;
  return (
    <Section title={t`Missing permissions`}>
      <Stack gap="sm">
        <Text size="sm">
          <Plural
            value={total}
            one="# install lacks permissions that its version requests."
            other="# installs lack permissions that their version requests."
          />{' '}
          <Trans>
            A team's owners and managers grant them on the app's page under <b>Apps</b>.
          </Trans>
        </Text>
        <DataTable
          label={t`Missing permissions`}
          columns={LACKING_COLUMNS}
          read={{ data: installs, error: null, refetch: () => {} }}
          rowKey={({ install }) => install}
          empty={{ title: t`No missing permissions` }}
          isTitled
        />
        {installs.length < total && (
          <Text size="sm" c="dimmed">
            <Trans>Only the newest {installs.length} installs are listed.</Trans>
          </Text>
        )}
      </Stack>
    </Section>
  );
}

const LACKING_COLUMNS: readonly Column<Lacking['installs'][number]>[] = [
  { title: msg`Team`, cell: ({ team }) => team },
  { title: msg`Missing`, cell: ({ missing }) => missing.join(', ') },
];

type FailingRow = AppHealth['failing'][number];

/** Failing deliveries by team and topic. */
function Failing({ slug, failing }: { readonly slug: string; readonly failing: readonly FailingRow[] }) {
  return (
    <Section title={t`Failing webhooks`}>
      <Stack gap="sm">
        <DataTable
          label={t`Failing webhooks`}
          columns={FAILING_COLUMNS}
          read={{ data: failing, error: null, refetch: () => {} }}
          rowKey={({ install, topic }) => `${install} ${topic}`}
          empty={{ title: t`No failing webhooks`, text: t`No delivery has failed in the last 7 days.` }}
          isTitled
        />
        {failing.length > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>
              In a terminal: <Code>platform logs --app {slug}</Code>
            </Trans>
          </Text>
        )}
        {failing.length === MOST_FAILING && (
          <Text size="sm" c="dimmed">
            <Trans>Only the newest {MOST_FAILING} are listed.</Trans>
          </Text>
        )}
      </Stack>
    </Section>
  );
}

const MOST_FAILING = 100;

const FAILING_COLUMNS: readonly Column<FailingRow>[] = [
  { title: msg`Team`, cell: ({ team }) => team },
  { title: msg`Topic`, cell: ({ topic }) => topic },
  { title: msg`Status`, cell: ({ status }) => <DeliveryBadge status={status} /> },
  { title: msg`Reason`, cell: ({ error }) => error },
  { title: msg`Attempts`, cell: ({ attempts }) => attempts, numeric: true },
  { title: msg`Last attempt`, cell: ({ at }) => instant(at) },
  { title: msg`Next attempt`, cell: ({ nextAttemptAt }) => (nextAttemptAt ? instant(nextAttemptAt) : '–') },
  { title: msg`Event id`, cell: ({ eventId }) => <Code>{eventId}</Code> },
];
