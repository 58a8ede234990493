import { msg, t } from '@lingui/core/macro';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/panel.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import { ChangedGuest, ChangedStay } from './change-cells.tsx';
import { type ChangesAnsweredQuery, changesAnsweredDocument } from './generated.ts';

type Change = NonNullable<ChangesAnsweredQuery['bookingChangeRequests']>[number];

const STATUS: Readonly<Record<Change['status'], readonly [Tone, string]>> = translated({
  pending: ['waiting', msg`Waiting`],
  accepted: ['good', msg`Accepted`],
  declined: ['over', msg`Declined`],
  expired: ['over', msg`Not answered`],
  withdrawn: ['over', msg`Withdrawn`],
});

const COLUMNS: readonly Column<Change>[] = [
  { title: msg`Guest`, cell: ({ booking }) => <ChangedGuest booking={booking} /> },
  { title: msg`Requested`, cell: (request) => <ChangedStay {...request} /> },
  { title: msg`Sent`, cell: ({ createdAt }) => instant(createdAt) },
  {
    title: msg`Status`,
    cell: ({ status }) => <StatusBadge tone={STATUS[status][0]}>{STATUS[status][1]}</StatusBadge>,
  },
  {
    title: msg`New total`,
    numeric: true,
    cell: ({ total, booking }) => booking && money(total, booking.currency),
  },
];

/** Guests' latest requests to change a booking that no longer wait for an answer; hidden if empty. */
export function AnsweredChanges() {
  const { data, error, refetch } = useTeamQuery(changesAnsweredDocument, {}, { refreshMs: LIVE_MS });
  const answered = data?.bookingChangeRequests?.filter(({ status }) => status !== 'pending');
  if (!error && !answered?.length) return null;
  return (
    <Section title={t`Answered changes`}>
      <DataTable
        label={t`Answered changes`}
        columns={COLUMNS}
        read={{ data: answered, error, refetch }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No changes answered yet`,
          text: t`Accepted, declined and ended changes stay here.`,
        }}
      />
    </Section>
  );
}
