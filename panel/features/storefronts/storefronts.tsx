import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Team } from '../../api/client.ts';
import { useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { EditableFor, OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { StorefrontPicker, useStorefront } from '../../components/storefront-picker.tsx';
import { SuspensionNote } from '../../components/suspension-note.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { storefrontsAllDocument } from './generated.ts';
import { SiteForm } from './site-form.tsx';
import type { Storefront } from './storefront.ts';

/** A storefront's settings. */
export function StorefrontsPage() {
  const team = useTeam();
  const isManager = isOneOf(team, ['manager']);
  const { data, error, refetch } = useTeamQuery(storefrontsAllDocument, { isManager });
  const storefronts = data?.storefronts ?? [];
  const storefront = useStorefront(storefronts);
  return (
    <Page
      title={t`Site`}
      lead={storefront && leadOf(storefront)}
      actions={<StorefrontPicker storefronts={storefronts} chosen={storefront} />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading settings`} />}
      {data && !storefront && (
        <EmptyState
          title={t`No storefront yet`}
          action={
            <OnlyFor roles={['manager']}>
              <Button component={Link} href="/welcome" variant="default">
                <Trans>Open a storefront</Trans>
              </Button>
            </OnlyFor>
          }
        >
          <Trans>
            Guests and agents book at your storefront. Once you have one, its settings appear here.
          </Trans>
        </EmptyState>
      )}
      {storefront?.suspension && (
        <SuspensionNote title={t`Suspended by the platform`} {...storefront.suspension}>
          <Trans>Guests and agents can't reach this storefront.</Trans>
        </SuspensionNote>
      )}
      {storefront && (
        <EditableFor roles={['manager']}>
          <SiteForm key={storefront.id} storefront={storefront} sees={sectionsFor(team)} />
        </EditableFor>
      )}
    </Page>
  );
}

const leadOf = ({ domain, sandbox }: Storefront) =>
  [
    domain,
    ...(sandbox ? [t`sandbox: bookings here are tests, and no money moves`] : []),
    t`switches take effect immediately, fields once you save`,
  ].join(' · ');

/** Returns the sections that a member can see. */
const sectionsFor = (team: Team): readonly string[] => [
  'name',
  'booking',
  'after',
  'policies',
  'agents',
  'maintenance',
  ...(isOneOf(team, ['manager']) ? ['payment', 'domain'] : []),
  ...(isOneOf(team, []) ? ['acp'] : []),
];
