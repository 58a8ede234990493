import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Text } from '@mantine/core';
import { useParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { GuestMessages } from '../messages/guest-messages.tsx';
import { guestDetailDocument } from './generated.ts';
import { GuestBookings } from './guest-bookings.tsx';
import type { GuestDetail } from './guest-detail.ts';
import { GuestForm } from './guest-form.tsx';
import { guestName } from './guest-words.ts';
import { MergeGuest } from './merge-guest.tsx';
import { MergedGuests } from './merged-guests.tsx';
import { RedactGuest } from './redact-guest.tsx';

/** One guest: details, bookings and actions. It doesn't refresh during edits. */
export function GuestPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(guestDetailDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the guest`} />;
  const guest = data.contact;
  const all = (
    <BackLink href="/guests">
      <Trans>All guests</Trans>
    </BackLink>
  );
  if (!guest) {
    return (
      <NotFoundPage title={t`Guest`} list={{ href: '/guests', label: t`All guests` }}>
        <Trans>This team has no guest with that number. They may belong to another of your teams.</Trans>
      </NotFoundPage>
    );
  }
  const known = guest.redactedAt === null;
  return (
    <Page
      title={guestName(guest)}
      lead={all}
      actions={
        known && (
          <>
            <MergeGuest guest={guest} />
            <RedactGuest guest={guest} />
          </>
        )
      }
    >
      <GuestBookings guest={guest} />
      <GuestMessages about={{ contactId: id }} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title={t`Details`}>
          {known ? (
            <GuestForm key={guest.id} guest={guest} />
          ) : (
            <Text size="sm">
              <Trans>All data about this person was erased on {instant(guest.redactedAt)}.</Trans>
            </Text>
          )}
        </Panel>
        <div>
          <Panel title={t`Details`}>
            <Facts facts={facts(guest)} />
          </Panel>
        </div>
      </SimpleGrid>
      {guest.merged.length > 0 && <MergedGuests guest={guest} />}
    </Page>
  );
}

const facts = ({ id, createdAt, marketingConsent: { given, at, source } }: GuestDetail) =>
  [
    [t`Number`, id],
    [t`Guest since`, instant(createdAt)],
    [t`Offers by email`, given ? t`Agreed` : t`Not agreed`],
    [t`Last changed`, at === null ? '—' : `${instant(at)}${source ? `, ${source}` : ''}`],
  ] as const;
