import { t } from '@lingui/core/macro';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { useTeam } from '../../layout/session.tsx';
import { AnsweredChanges } from './answered-changes.tsx';
import { type BookingRequestStatus, requestsListDocument } from './generated.ts';
import { GUEST, ROOM, STATUS, STAY, TOTAL } from './request-columns.tsx';
import { WaitingRequests } from './waiting.tsx';
import { WaitingChanges } from './waiting-changes.tsx';

const ANSWERED: readonly BookingRequestStatus[] = [
  ...(['accepted', 'booked', 'lapsed', 'declined', 'withdrawn', 'expired', 'failed'] as const),
];

/** Requests to book: pending requests first, then the others with their outcomes. */
export function RequestsPage() {
  const { slug } = useTeam();
  const { after: before, pagerOf } = usePager(slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    requestsListDocument,
    { filter: { statuses: [...ANSWERED] }, last: PAGE_SIZE, before },
    { refreshMs: LIVE_MS },
  );
  const page = data?.bookingRequests;
  const pageInfo = page?.pageInfo;
  return (
    <Page
      title={t`Requests`}
      lead={t`Requests to book while instant booking is off, and requests to change a booking. The lists refresh automatically.`}
    >
      <WaitingRequests />
      <WaitingChanges />
      <Section title={t`Answered`}>
        <DataTable
          label={t`Answered requests`}
          columns={[GUEST, ROOM, STAY, STATUS, TOTAL]}
          // The API lists the newest last.
          read={{ data: page?.nodes.toReversed(), error, refetch, isPlaceholderData }}
          rowKey={({ id }) => id}
          empty={{
            title: t`Nothing answered yet`,
            text: t`Accepted, declined and ended requests stay here.`,
          }}
          pager={pagerOf(
            pageInfo && { endCursor: pageInfo.startCursor, hasNextPage: pageInfo.hasPreviousPage },
          )}
        />
      </Section>
      <AnsweredChanges />
    </Page>
  );
}
