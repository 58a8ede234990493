import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { StorefrontPicker, useStorefront } from '../../components/storefront-picker.tsx';
import {
  placementPropertiesDocument,
  placementStorefrontsDocument,
  placementsDocument,
} from './generated.ts';
import { NewPlacement } from './new-placement.tsx';
import { Placement } from './placement.tsx';

/** Placements from installed apps on a storefront's pages. */
export function PlacementsPage() {
  const all = useTeamQuery(placementStorefrontsDocument, {});
  const storefronts = all.data?.storefronts ?? [];
  const storefront = useStorefront(storefronts);
  return (
    <Page
      title={t`Placements`}
      lead={t`Content that installed apps show on your storefront's pages. Guests see what you publish. Apps never show anything where guests pay.`}
      actions={<StorefrontPicker storefronts={storefronts} chosen={storefront} />}
    >
      <ErrorNote error={all.error} onRetry={all.refetch} />
      {!all.error && !all.data && <Loading label={t`Loading storefronts`} lines={6} />}
      {all.data && storefronts.length === 0 && (
        <EmptyState title={t`No storefront yet`}>
          <Trans>Create one, then add placements to it.</Trans>
        </EmptyState>
      )}
      {all.data && storefront && (
        <Stack gap="lg">
          <Placed storefrontId={storefront.id} />
          <Panel title={t`Add a placement`}>
            <NewPlacement storefrontId={storefront.id} entries={all.data.injectionEntries} />
          </Panel>
        </Stack>
      )}
    </Page>
  );
}

function Placed({ storefrontId }: { readonly storefrontId: string }) {
  const { data, error, refetch } = useTeamQuery(placementsDocument, { storefrontId });
  const properties = useTeamQueryAll(placementPropertiesDocument, ({ properties }) => properties);
  const placed = data?.injectionPlacements.filter(({ status }) => status !== 'available');
  return (
    <>
      <ErrorNote error={error ?? properties.error} onRetry={refetch} />
      {!error && !placed && <Loading label={t`Loading placements`} lines={4} />}
      {placed?.length === 0 && (
        <EmptyState title={t`No placements yet`}>
          <Trans>
            Install an app with storefront content from the app store, then add the content to a place below.
          </Trans>
        </EmptyState>
      )}
      {placed?.map((placement) => (
        <Placement
          key={placement.id}
          placement={placement}
          beside={placed.filter(({ target }) => target === placement.target)}
          properties={properties.data ?? []}
        />
      ))}
    </>
  );
}
