import { msg, t } from '@lingui/core/macro';
import { Anchor, Button, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { type PlatformHealthQuery, platformHealthDocument } from './generated.ts';
import { HealthHistory } from './history.tsx';

type Queue = NonNullable<PlatformHealthQuery['platformQueues']>[number];
type Endpoint = NonNullable<PlatformHealthQuery['platformEndpoints']>[number];

const isBusy = ({ waiting, failing, active, failed }: Queue) => waiting + failing + active + failed > 0;

const queueColumns = (onShow: (queue: Queue) => void): readonly Column<Queue>[] => [
  {
    title: msg`Queue`,
    cell: ({ name }) => (
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    ),
  },
  { title: msg`Waiting`, cell: ({ waiting }) => waiting, numeric: true },
  { title: msg`Oldest`, cell: ({ oldest }) => (oldest ? instant(oldest) : '—') },
  { title: msg`Running`, cell: ({ active }) => active, numeric: true },
  { title: msg`Later`, cell: ({ scheduled }) => scheduled, numeric: true },
  {
    title: msg`Failed`,
    cell: (queue) =>
      queue.failing + queue.failed === 0 ? (
        0
      ) : (
        <Button
          size="xs"
          variant="default"
          onClick={() => onShow(queue)}
          aria-label={t`${queue.failing + queue.failed} failed jobs of ${queue.name}`}
        >
          {queue.failing + queue.failed}
        </Button>
      ),
    numeric: true,
  },
];

const ENDPOINTS: readonly Column<Endpoint>[] = [
  {
    title: msg`App`,
    cell: ({ app, url }) => (
      <div>
        <Text size="sm" fw={600}>
          {app}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {url ?? t`No webhook URL`}
        </Text>
      </div>
    ),
  },
  {
    title: msg`Team`,
    cell: ({ team }) =>
      team && (
        <Anchor component={Link} href={`/teams/${team.id}`} size="sm">
          {team.name}
        </Anchor>
      ),
  },
  {
    title: msg`State`,
    cell: ({ failing, lastStatusCode, lastError }) => (
      <div>
        <StatusBadge tone={failing > 0 ? 'bad' : 'waiting'}>
          {failing > 0 ? t`${failing} failing` : t`Waiting`}
        </StatusBadge>
        {failing > 0 && (
          <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {lastStatusCode === null ? lastError : t`Returned ${lastStatusCode}`}
          </Text>
        )}
      </div>
    ),
  },
  { title: msg`Waiting`, cell: ({ waiting }) => waiting, numeric: true },
  { title: msg`Oldest`, cell: ({ oldestAt }) => instant(oldestAt) },
];

/** Health of the platform's queues and webhook deliveries, now and over time, for operators. */
export function HealthPage() {
  const [shown, setShown] = useState('busy');
  const [opened, setOpened] = useState<Queue | null>(null);
  const { data, error, refetch } = useTeamQuery(platformHealthDocument, {}, { refreshMs: LIVE_MS });
  const queues = data && (data.platformQueues ?? []);
  return (
    <Page
      title={t`Health`}
      lead={t`Jobs and webhook deliveries. The figures refresh automatically.`}
      actions={
        <SegmentedControl
          aria-label={t`Which queues to show`}
          data={[
            { value: 'busy', label: t`At work` },
            { value: 'all', label: t`All queues` },
          ]}
          value={shown}
          onChange={setShown}
        />
      }
    >
      <Section title={t`Queues`}>
        <DataTable
          label={t`Queues`}
          columns={queueColumns(setOpened)}
          read={{ data: shown === 'all' ? queues : queues?.filter(isBusy), error, refetch }}
          rowKey={({ name }) => name}
          empty={{ title: t`All done`, text: t`No jobs are waiting, running or failing.` }}
        />
      </Section>
      <Section title={t`Webhook deliveries`}>
        <DataTable
          label={t`Webhook deliveries`}
          columns={ENDPOINTS}
          read={{ data: data && (data.platformEndpoints ?? []), error, refetch }}
          rowKey={({ id }) => id}
          empty={{ title: t`Everything is delivered`, text: t`No webhooks are waiting for an app.` }}
        />
      </Section>
      <HealthHistory />
      {opened && <FailedJobs queue={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}
