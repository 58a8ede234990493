import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DeliveryBadge } from '../../components/health-badge.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { useTeam } from '../../layout/session.tsx';
import { DeliveryDetail } from './delivery.tsx';
import { type DeliveryRowFragment, deliveriesToDocument } from './generated.ts';

/** Deliveries to an app, newest first, each with its full content. */
export function Deliveries({ app }: { readonly app: string }) {
  const { slug: team } = useTeam();
  const [opened, setOpened] = useState<string | null>(null);
  const { after, pagerOf } = usePager(JSON.stringify([team, app]));
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    deliveriesToDocument,
    { slug: app, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const deliveries = data?.install?.deliveries;
  const columns: readonly Column<DeliveryRowFragment>[] = [
    { title: msg`Event`, cell: ({ topic }) => <Code>{topic}</Code> },
    { title: msg`Status`, cell: (delivery) => <DeliveryBadge {...delivery} /> },
    { title: msg`Attempts`, cell: ({ attempts }) => attempts, numeric: true },
    { title: msg`Response`, cell: ({ lastStatusCode }) => lastStatusCode ?? '—', numeric: true },
    { title: msg`When`, cell: ({ deliveredAt, nextAttemptAt }) => when(deliveredAt, nextAttemptAt) },
    {
      title: msg`More`,
      cell: ({ eventId, topic }) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => setOpened(eventId)}
          aria-label={t`View ${topic} ${eventId}`}
        >
          <Trans>View</Trans>
        </Button>
      ),
    },
  ];
  return (
    <Section title={t`Deliveries`}>
      <DataTable
        label={t`Deliveries`}
        columns={columns}
        read={{ data: deliveries?.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ eventId }) => eventId}
        empty={{
          title: t`Nothing sent yet`,
          text: t`Events of this team that the app subscribes to appear here.`,
        }}
        pager={pagerOf(deliveries?.pageInfo)}
      />
      <DeliveryDetail app={app} eventId={opened} onClose={() => setOpened(null)} />
    </Section>
  );
}

function when(deliveredAt: string | null, nextAttemptAt: string | null): string {
  if (deliveredAt) return instant(deliveredAt);
  return nextAttemptAt ? t`retry ${instant(nextAttemptAt)}` : '—';
}
