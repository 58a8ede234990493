import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { instant } from '../../format/dates.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { DeliveryBadge } from '../../parts/health-badge.tsx';
import { useRowPager } from '../../parts/pager.ts';
import { Section } from '../../parts/panel.tsx';
import { DeliveryDetail } from './delivery.tsx';
import type { InstalledAppQuery } from './generated.ts';

type Delivery = NonNullable<InstalledAppQuery['install']>['deliveries'][number];

/** What was sent to an app, newest first, and each of them in full. */
export function Deliveries({
  app,
  deliveries,
}: {
  readonly app: string;
  readonly deliveries: readonly Delivery[];
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const { rows, pager } = useRowPager(deliveries, app);
  const columns: readonly Column<Delivery>[] = [
    { title: 'Event', cell: ({ topic }) => <Code>{topic}</Code> },
    { title: 'Status', cell: ({ status }) => <DeliveryBadge status={status} /> },
    { title: 'Attempts', cell: ({ attempts }) => attempts, numeric: true },
    { title: 'Answer', cell: ({ lastStatusCode }) => lastStatusCode ?? '—', numeric: true },
    { title: 'When', cell: ({ deliveredAt, nextAttemptAt }) => when(deliveredAt, nextAttemptAt) },
    {
      title: 'More',
      cell: ({ eventId, topic }) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => setOpened(eventId)}
          aria-label={`Look at ${topic} ${eventId}`}
        >
          Look
        </Button>
      ),
    },
  ];
  return (
    <Section title="Deliveries">
      <DataTable
        label="Deliveries"
        columns={columns}
        read={{ data: rows, error: null, refetch: () => undefined }}
        rowKey={({ eventId }) => eventId}
        empty={{
          title: 'Nothing was sent yet',
          text: 'What happens on this team and the app listens for appears here.',
        }}
        pager={pager}
      />
      <DeliveryDetail app={app} eventId={opened} onClose={() => setOpened(null)} />
    </Section>
  );
}

function when(deliveredAt: string | null, nextAttemptAt: string | null): string {
  if (deliveredAt) return instant(deliveredAt);
  return nextAttemptAt ? `again ${instant(nextAttemptAt)}` : '—';
}
