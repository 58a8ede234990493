import { t } from '@lingui/core/macro';
import { LIVE_MS, useTeamQueryAll } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { useRowPager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { useNow } from '../../components/use-now.ts';
import { useTeam } from '../../layout/session.tsx';
import { requestsWaitingDocument } from './generated.ts';
import { answerBy, GUEST, ROOM, STAY, TOTAL } from './request-columns.tsx';

/** Pending requests, earliest deadline first; with `ifAny`, hidden if empty. */
export function WaitingRequests({ ifAny = false }: { readonly ifAny?: boolean }) {
  const { slug } = useTeam();
  const now = useNow();
  const { data, error, refetch } = useTeamQueryAll(
    requestsWaitingDocument,
    ({ bookingRequests }) => bookingRequests,
    { refreshMs: LIVE_MS },
  );
  const soonest = data?.toSorted((one, other) => (one.respondBy ?? '').localeCompare(other.respondBy ?? ''));
  const { rows, pager } = useRowPager(soonest, slug);
  if (ifAny && !error && !data?.length) return null;
  return (
    <Section title={t`Waiting for your answer`}>
      <DataTable
        label={t`Waiting for your answer`}
        columns={[GUEST, ROOM, STAY, answerBy(now), TOTAL]}
        read={{ data: rows, error, refetch }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No requests are waiting for an answer`,
          text: t`While instant booking is off, guests request their stays. Their requests appear here.`,
        }}
        pager={pager}
      />
    </Section>
  );
}
