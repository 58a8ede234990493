import { msg, t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/panel.tsx';
import { instantAt } from '../../format/dates.ts';
import { GUEST, STAY } from '../bookings/booking-columns.tsx';
import { type SkippedMessagesQuery, skippedMessagesDocument } from './generated.ts';

type Skipped = NonNullable<SkippedMessagesQuery['skippedMessages']>[number];

const COLUMNS: readonly Column<Skipped>[] = [
  { title: msg`Guest`, cell: ({ booking }) => booking && GUEST.cell(booking) },
  { title: msg`Stay`, cell: ({ booking }) => booking && STAY.cell(booking) },
  { title: msg`Message`, cell: ({ ruleName }) => ruleName ?? t`A removed rule` },
  { title: msg`Skipped`, cell: ({ at, booking }) => instantAt(at, booking?.property?.timeZone) },
  { title: msg`Reason`, cell: ({ reason }) => <Text size="sm">{reason}</Text> },
];

/** Automatic messages that guests didn't get although they might still need them; hidden if empty. */
export function SkippedMessages() {
  const { data, error, refetch } = useTeamQuery(skippedMessagesDocument, {}, { refreshMs: LIVE_MS });
  const rows = data?.skippedMessages ?? [];
  if (!error && rows.length === 0) return null;
  return (
    <Section title={t`Messages not sent`}>
      <DataTable
        label={t`Messages not sent`}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={{ title: t`All messages were sent` }}
        read={{ data: rows, error, refetch }}
      />
    </Section>
  );
}
