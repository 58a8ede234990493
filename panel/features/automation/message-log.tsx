import { msg, t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { instantAt } from '../../format/dates.ts';
import { type AutomationLogQuery, automationLogDocument } from './generated.ts';

interface MessageLogProps {
  readonly bookingId: string;
  readonly timeZone: string | null | undefined;
}

type Entry = NonNullable<AutomationLogQuery['messageLog']>[number];

/** Automatic messages that were sent or skipped for a booking, newest first; hidden if empty. */
export function MessageLog({ bookingId, timeZone }: MessageLogProps) {
  const { data, error, refetch } = useTeamQuery(automationLogDocument, { bookingId }, { refreshMs: LIVE_MS });
  const entries = data?.messageLog ?? [];
  if (!error && entries.length === 0) return null;
  const nameOf = (templateId: string) =>
    data?.messageTemplates?.find(({ id }) => id === templateId)?.name ?? t`A removed template`;
  const columns: readonly Column<Entry>[] = [
    { title: msg`Time`, cell: ({ at }) => instantAt(at, timeZone) },
    { title: msg`Template`, cell: ({ templateId }) => nameOf(templateId) },
    {
      title: msg`Status`,
      cell: ({ status }) => (
        <StatusBadge tone={status === 'sent' ? 'good' : 'waiting'}>
          {status === 'sent' ? t`Sent` : t`Skipped`}
        </StatusBadge>
      ),
    },
    { title: msg`Reason`, cell: ({ reason }) => reason && <Text size="sm">{reason}</Text> },
  ];
  return (
    <Panel title={t`Automatic messages`}>
      <DataTable
        label={t`Automatic messages`}
        columns={columns}
        rowKey={({ ruleId, at }) => `${ruleId} ${at}`}
        empty={{ title: t`No automatic messages yet` }}
        read={{ data: data ? entries : undefined, error, refetch }}
      />
    </Panel>
  );
}
