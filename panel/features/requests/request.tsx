import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Text } from '@mantine/core';
import { useParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { GuestMessages } from '../messages/guest-messages.tsx';
import { Accept } from './accept.tsx';
import { Around } from './around.tsx';
import { Decline } from './decline.tsx';
import { requestDetailDocument } from './generated.ts';
import { Outlook } from './outlook.tsx';
import { RequestPrice } from './price.tsx';
import type { RequestDetail } from './request-detail.ts';
import { requestFacts } from './request-facts.tsx';
import classes from './requests.module.css';

const DESK = ['manager', 'front_desk'] as const;

/** One request: the guest, stay and price, the nights around it, and the host's response. */
export function RequestPage() {
  const { id = '' } = useParams();
  const isDesk = isOneOf(useTeam(), DESK);
  const { data, error, refetch } = useTeamQuery(
    requestDetailDocument,
    { id, isDesk },
    { refreshMs: LIVE_MS },
  );
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the request`} />;
  const request = data.bookingRequest;
  const all = (
    <BackLink href="/bookings/requests">
      <Trans>All requests</Trans>
    </BackLink>
  );
  if (!request) {
    return (
      <NotFoundPage title={t`Request`} list={{ href: '/bookings/requests', label: t`All requests` }}>
        <Trans>This team has no such request. It may belong to another of your teams.</Trans>
      </NotFoundPage>
    );
  }
  return (
    <Page
      title={request.reference}
      lead={all}
      actions={
        request.status === 'pending' && (
          <OnlyFor roles={DESK}>
            <Decline request={request} />
            <Accept request={request} refetch={refetch} />
          </OnlyFor>
        )
      }
    >
      <Outlook request={request} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title={t`Guest and stay`}>
          <Facts facts={requestFacts(request)} />
        </Panel>
        <Panel title={t`Price`}>
          <RequestPrice request={request} />
        </Panel>
      </SimpleGrid>
      <Words request={request} />
      <OnlyFor roles={DESK}>
        <GuestMessages about={{ requestId: id }} canStart />
      </OnlyFor>
      <Panel title={t`Nights around it`}>
        <Around request={request} />
      </Panel>
    </Page>
  );
}

/** The guest's message, and their answers to the host's questions. */
function Words({ request: { message, answers } }: { readonly request: RequestDetail }) {
  if (!message && !answers?.length) return null;
  return (
    <Panel title={t`What the guest wrote`}>
      {message && <Text className={classes.message ?? ''}>{message}</Text>}
      {answers && answers.length > 0 && (
        <Facts facts={answers.map(({ question, answer }) => [question, answer])} />
      )}
    </Panel>
  );
}
