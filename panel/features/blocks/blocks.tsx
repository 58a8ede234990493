import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { Block } from './block.tsx';
import { blocksPlacedDocument, blocksPropertiesDocument, blocksStorefrontsDocument } from './generated.ts';
import { NewBlock } from './new-block.tsx';

/** What installed apps show on the pages of a storefront. */
export function BlocksPage() {
  const all = useTeamQuery(blocksStorefrontsDocument, {});
  const [chosen, setChosen] = useState('');
  const storefronts = all.data?.storefronts ?? [];
  const storefrontId = chosen || (storefronts[0]?.id ?? '');
  return (
    <Page
      title="Embedded blocks"
      lead="What installed apps show on the pages of your storefront. Guests see what you publish; nothing of an app is shown where guests pay."
    >
      <ErrorNote error={all.error} onRetry={all.refetch} />
      {!all.error && !all.data && <Loading label="Loading storefronts" lines={6} />}
      {all.data && storefronts.length === 0 && (
        <EmptyState title="No storefront yet">Create one, then add blocks to it.</EmptyState>
      )}
      {all.data && storefrontId && (
        <Stack gap="lg">
          {storefronts.length > 1 && (
            <NativeSelect
              label="Storefront"
              maw={420}
              data={storefronts.map(({ id, name, domain }) => ({ value: id, label: `${name} (${domain})` }))}
              value={storefrontId}
              onChange={({ currentTarget: { value } }) => setChosen(value)}
            />
          )}
          <Placed storefrontId={storefrontId} />
          <Panel title="Add a block">
            <NewBlock storefrontId={storefrontId} entries={all.data.injectionEntries} />
          </Panel>
        </Stack>
      )}
    </Page>
  );
}

function Placed({ storefrontId }: { readonly storefrontId: string }) {
  const { data, error, refetch } = useTeamQuery(blocksPlacedDocument, { storefrontId });
  const properties = useTeamQueryAll(blocksPropertiesDocument, ({ properties }) => properties);
  const placed = data?.injectionPlacements;
  return (
    <>
      <ErrorNote error={error ?? properties.error} onRetry={refetch} />
      {!error && !placed && <Loading label="Loading blocks" lines={4} />}
      {placed?.length === 0 && (
        <EmptyState title="No blocks yet">
          Install an app that has some from the app store, then add one to a place below.
        </EmptyState>
      )}
      {placed?.map((placement) => (
        <Block
          key={placement.id}
          placement={placement}
          beside={placed.filter(({ target }) => target === placement.target)}
          properties={properties.data ?? []}
        />
      ))}
    </>
  );
}
