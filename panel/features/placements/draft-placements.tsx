import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import {
  type PlacementFragment,
  placementPublishDocument,
  placementStorefrontsDocument,
  placementsDocument,
} from './generated.ts';
import { placeName } from './words.ts';

/**
 * Placements that an app received on storefronts when it was installed, each with a preview and a button that
 * publishes it to guests.
 */
export function DraftPlacements({ appSlug }: { readonly appSlug: string }) {
  const { data, error, refetch } = useTeamQuery(placementStorefrontsDocument, {});
  const hasInjections = data?.injectionEntries.some((entry) => entry.appSlug === appSlug) === true;
  return (
    <>
      <ErrorNote error={error} onRetry={refetch} />
      {hasInjections && data?.storefronts.map((one) => <DraftsOn key={one.id} {...{ ...one, appSlug }} />)}
    </>
  );
}

interface DraftsOnProps {
  readonly id: string;
  readonly name: string;
  readonly appSlug: string;
}

function DraftsOn({ id, name, appSlug }: DraftsOnProps) {
  // Placements appear a moment after the install.
  const { data, error, refetch } = useTeamQuery(
    placementsDocument,
    { storefrontId: id },
    { refreshMs: LIVE_MS },
  );
  const placed =
    data?.injectionPlacements.filter((one) => one.appSlug === appSlug && one.status !== 'available') ?? [];
  return (
    <>
      <ErrorNote error={error} onRetry={refetch} />
      {placed.length > 0 && (
        <Panel title={t`On ${name}`}>
          <Stack gap="sm">
            {placed.map((placement) => (
              <Draft key={placement.id} placement={placement} />
            ))}
          </Stack>
        </Panel>
      )}
    </>
  );
}

function Draft({ placement }: { readonly placement: PlacementFragment }) {
  const { id, name, target, status, previewUrl } = placement;
  const { mutateAsync, isPending, error } = useTeamMutation(placementPublishDocument);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text>
          {name}: {placeName(target)}
        </Text>
        {previewUrl && (
          <Anchor href={previewUrl} target="_blank" rel="noreferrer" aria-label={t`Preview ${name}`}>
            <Trans>Preview</Trans>
          </Anchor>
        )}
        {status === 'draft' ? (
          <Button
            size="xs"
            variant="default"
            aria-label={t`Publish ${name}`}
            loading={isPending}
            onClick={() => mutateAsync({ id }).catch(() => {})} // shown below
          >
            <Trans>Publish</Trans>
          </Button>
        ) : (
          <Text c="dimmed">
            <Trans>Published</Trans>
          </Text>
        )}
      </Group>
      <ErrorNote error={error} />
    </Stack>
  );
}
