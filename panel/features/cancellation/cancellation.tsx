import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { EditableFor, OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { StorefrontPicker, useStorefront } from '../../components/storefront-picker.tsx';
import {
  cancellationPoliciesDocument,
  cancellationStorefrontsDocument,
  policyAddDocument,
} from './generated.ts';
import { PolicyForm } from './policy-form.tsx';
import { PRESET_WORDS, PRESETS, type Preset, termsInput } from './terms-form.ts';

/** A storefront's cancellation policies: what cancelling costs guests, and the sentences that they read. */
export function CancellationPage() {
  const { data, error, refetch } = useTeamQuery(cancellationStorefrontsDocument, {});
  const storefronts = (data?.storefronts ?? []).filter(({ status }) => status !== 'closed');
  const storefront = useStorefront(storefronts);
  return (
    <Page
      title={t`Cancellation policies`}
      lead={t`What guests pay if they cancel. Bookings keep the terms they were sold with.`}
      actions={<StorefrontPicker storefronts={storefronts} chosen={storefront} />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading policies`} />}
      {data && !storefront && (
        <EmptyState title={t`No storefront yet`}>
          <Trans>Open a storefront first, under Get started.</Trans>
        </EmptyState>
      )}
      {storefront && (
        <Policies
          key={storefront.id}
          storefrontId={storefront.id}
          currency={data?.properties?.nodes[0]?.currency ?? 'EUR'}
        />
      )}
    </Page>
  );
}

interface PoliciesProps {
  readonly storefrontId: string;
  readonly currency: string;
}

function Policies({ storefrontId, currency }: PoliciesProps) {
  const { data, error, refetch } = useTeamQuery(cancellationPoliciesDocument, { storefrontId });
  if (!data)
    return error ? <ErrorNote error={error} onRetry={refetch} /> : <Loading label={t`Loading policies`} />;
  const policies = data.cancellationPolicies ?? [];
  return (
    <Stack gap="lg">
      <EditableFor roles={['manager']}>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          {policies.map((policy) => (
            <PolicyForm key={policy.id} policy={policy} currency={currency} />
          ))}
        </SimpleGrid>
      </EditableFor>
      <OnlyFor roles={['manager']}>
        <AddPolicy storefrontId={storefrontId} taken={policies.map(({ name }) => name)} />
      </OnlyFor>
    </Stack>
  );
}

/** Offers preset policies to start from; everything in them can be changed later. */
function AddPolicy({
  storefrontId,
  taken,
}: {
  readonly storefrontId: string;
  readonly taken: readonly string[];
}) {
  const { mutate, isPending, error } = useTeamMutation(policyAddDocument);
  const add = (preset: Preset) => {
    const terms = termsInput(PRESETS[preset], 'EUR');
    const name = PRESET_WORDS[preset];
    const numbered = taken.includes(name) ? `${name} ${taken.length + 1}` : name;
    if (terms) mutate({ input: { storefrontId, name: numbered, terms } });
  };
  return (
    <Panel title={t`Add a policy`}>
      <Text size="sm" mb="sm">
        <Trans>Start with one of these and change what you like.</Trans>
      </Text>
      <Group>
        {(Object.keys(PRESETS) as Preset[]).map((preset) => (
          <Button key={preset} variant="default" disabled={isPending} onClick={() => add(preset)}>
            {PRESET_WORDS[preset]}
          </Button>
        ))}
      </Group>
      <ErrorNote error={error} />
    </Panel>
  );
}
