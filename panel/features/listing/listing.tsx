import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { Page } from '../../components/page.tsx';
import { developerListingDocument } from './generated.ts';
import { ListingForm } from './listing-form.tsx';

/** The store listing for a public app that the account develops, and its progress towards publication. */
export function ListingPage() {
  const { slug = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(developerListingDocument, { slug }, { refreshMs: LIVE_MS });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the listing`} />;
  if (!data.app?.listing) {
    return (
      <NotFoundPage title={t`Listing`} list={{ href: '/developer', label: t`Your apps` }}>
        <Trans>You have no public app with this address. Private apps aren't in the app store.</Trans>
      </NotFoundPage>
    );
  }
  const { app } = data;
  return (
    <Page
      title={t`Listing of ${app.name}`}
      lead={<BackLink href={`/developer/${slug}`}>{app.name}</BackLink>}
    >
      <ListingForm app={app} listing={data.app.listing} />
    </Page>
  );
}
