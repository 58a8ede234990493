import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Code, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import { type OutboxMailStatus, type OutboxRowFragment, outboxMailsDocument } from './generated.ts';

const FILTERS = translated([
  { value: 'all', label: msg`All` },
  { value: 'queued', label: msg`Waiting` },
  { value: 'sent', label: msg`Sent` },
  { value: 'failed', label: msg`Failed` },
]);

const WORDS: Readonly<Record<OutboxMailStatus, string>> = translated({
  queued: msg`Waiting`,
  sent: msg`Sent`,
  failed: msg`Failed`,
});

const TONES = { queued: 'waiting', sent: 'good', failed: 'bad' } as const;

const COLUMNS: readonly Column<OutboxRowFragment>[] = [
  { title: msg`Created`, cell: ({ createdAt }) => instant(createdAt) },
  { title: msg`To`, cell: ({ to }) => <Text style={{ overflowWrap: 'anywhere' }}>{to}</Text> },
  { title: msg`Email`, cell: (mail) => <Mail mail={mail} /> },
  { title: msg`State`, cell: (mail) => <State mail={mail} /> },
];

/** The platform's emails, for operators: without a mail server, they wait here to be passed on manually. */
export function OutboxPage() {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('all');
  const { after, pagerOf } = usePager(filter);
  const status = filter === 'all' ? null : filter;
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    outboxMailsDocument,
    { status, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  return (
    <Page title={t`Outbox`} lead={t`Emails from the platform. Sent and failed emails are kept for 30 days.`}>
      <SegmentedControl
        aria-label={t`State`}
        data={[...FILTERS]}
        value={filter}
        onChange={(value) => setFilter(value as typeof filter)} // the control offers only these values
      />
      <DataTable
        label={t`Emails`}
        columns={COLUMNS}
        read={{ data: data && (data.outboxMails?.nodes ?? []), error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: t`No emails`, text: t`No emails have been created yet, or none are in this state.` }}
        pager={pagerOf(data?.outboxMails?.pageInfo)}
      />
    </Page>
  );
}

function Mail({ mail: { subject, text } }: { readonly mail: OutboxRowFragment }) {
  if (text === null) return subject;
  return (
    <details>
      <summary>{subject}</summary>
      <Code block ta="left" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </details>
  );
}

function State({ mail }: { readonly mail: OutboxRowFragment }) {
  const { status, attempts, lastError, nextAttemptAt, endedAt } = mail;
  return (
    <Stack gap={2}>
      <StatusBadge tone={TONES[status]}>{WORDS[status]}</StatusBadge>
      {status === 'sent' && endedAt && <Text size="xs">{instant(endedAt)}</Text>}
      {lastError && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            <Plural value={attempts} one="# attempt" other="# attempts" />, last error: {lastError}
          </Trans>
        </Text>
      )}
      {status === 'queued' && attempts > 0 && nextAttemptAt && (
        <Text size="xs" c="dimmed">
          <Trans>Next {instant(nextAttemptAt)}</Trans>
        </Text>
      )}
    </Stack>
  );
}
