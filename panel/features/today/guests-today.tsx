import { msg, t } from '@lingui/core/macro';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { useRowPager } from '../../components/pager.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { instantAt } from '../../format/dates.ts';
import { useTeam } from '../../layout/session.tsx';
import { type GuestsTodayQuery, guestsTodayDocument } from './generated.ts';

type Movement = GuestsTodayQuery['todaysGuests'][number];

const COLUMNS: readonly Column<Movement>[] = [
  { title: msg`Guest`, cell: ({ guestName }) => guestName },
  {
    title: msg`What`,
    cell: ({ kind }) => (
      <StatusBadge tone={kind === 'arrival' ? 'waiting' : 'over'}>
        {kind === 'arrival' ? t`Arrives` : t`Leaves`}
      </StatusBadge>
    ),
  },
  {
    title: msg`Where`,
    cell: ({ property, unitNames }) => [property?.name, ...unitNames].filter(Boolean).join(', '),
  },
  {
    title: msg`When`,
    cell: ({ kind, at, property }) => (kind === 'arrival' ? t`Today` : instantAt(at, property?.timeZone)),
  },
];

/** Today's arrivals and departures, for housekeeping to plan the day. */
export function GuestsTodayPage() {
  const { slug } = useTeam();
  const { data, error, refetch } = useTeamQuery(guestsTodayDocument, {}, { refreshMs: LIVE_MS });
  const { rows, pager } = useRowPager(data?.todaysGuests, slug);
  return (
    <Page title={t`Guests today`} lead={t`Who arrives and leaves today, in each property's time zone.`}>
      <DataTable
        label={t`Guests today`}
        columns={COLUMNS}
        read={{ data: rows, error, refetch }}
        rowKey={({ bookingId, kind }) => `${kind} ${bookingId}`}
        empty={{
          title: t`No one arrives or leaves today`,
          text: t`Confirmed guests appear here on the day.`,
        }}
        pager={pager}
      />
    </Page>
  );
}
