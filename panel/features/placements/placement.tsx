import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import {
  type PlacementFragment,
  type PlacementPropertyFragment,
  placementPublishDocument,
  placementRemoveDocument,
  placementUpdateDocument,
} from './generated.ts';
import { CONSENTS, KINDS, placeName, STATES } from './words.ts';

interface PlacementProps {
  readonly placement: PlacementFragment;
  /** All placements at the same target, including this one, in display order. */
  readonly beside: readonly PlacementFragment[];
  readonly properties: readonly PlacementPropertyFragment[];
}

/** A placement: its state and its actions. */
export function Placement({ placement, beside, properties }: PlacementProps) {
  const { name, appName, kind, target, status, url, consent, suspensionReason } = placement;
  const [tone, word] = STATES[status];
  const title = `${name}, ${appName}`;
  return (
    <Paper component="article" aria-label={title} p="lg" withBorder>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </Group>
        <Text size="sm">{placeName(target)}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {KINDS[kind]} · {url ? `${new URL(url).host}, ` : ''}
          {CONSENTS[consent]}
        </Text>
        {suspensionReason && (
          <Text size="sm" role="alert">
            <Trans>The platform suspended it: {suspensionReason}</Trans>
          </Text>
        )}
        <Actions placement={placement} beside={beside} properties={properties} />
      </Stack>
    </Paper>
  );
}

function Actions({ placement, beside, properties }: PlacementProps) {
  const { id, name, status, previewUrl, target, offPropertyIds } = placement;
  const publish = useTeamMutation(placementPublishDocument);
  const remove = useTeamMutation(placementRemoveDocument);
  const update = useTeamMutation(placementUpdateDocument);
  const place = beside.findIndex((one) => one.id === id);
  const change = (input: { position?: number; offPropertyIds?: string[] }) =>
    update.mutateAsync({ input: { id, ...input } }).catch(() => {}); // shown below
  const isOfProperty = target.startsWith('stay.') || target === 'booking.after';
  return (
    <>
      {isOfProperty && properties.length > 1 && (
        <Group gap="md" role="group" aria-label={t`Shown at`}>
          {properties.map((property) => (
            <Checkbox
              key={property.id}
              size="xs"
              label={property.name}
              checked={!offPropertyIds.includes(property.id)}
              disabled={update.isPending}
              onChange={({ currentTarget: { checked } }) => {
                const others = offPropertyIds.filter((one) => one !== property.id);
                void change({ offPropertyIds: checked ? others : [...others, property.id] });
              }}
            />
          ))}
        </Group>
      )}
      <Group gap="sm">
        {status !== 'suspended' && (
          <Button
            size="xs"
            variant="default"
            loading={publish.isPending}
            onClick={() => publish.mutateAsync({ id }).catch(() => {})} // shown below
          >
            {status === 'draft' ? t`Publish` : t`Publish again`}
          </Button>
        )}
        {previewUrl && (
          <Button
            size="xs"
            variant="default"
            component="a"
            href={previewUrl}
            target="_blank"
            rel="noreferrer"
          >
            <Trans>Preview</Trans>
          </Button>
        )}
        {beside.length > 1 && (
          <>
            <Button
              size="xs"
              variant="default"
              disabled={place === 0 || update.isPending}
              onClick={() => change({ position: place - 1 })}
            >
              <Trans>Move up</Trans>
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={place === beside.length - 1 || update.isPending}
              onClick={() => change({ position: place + 1 })}
            >
              <Trans>Move down</Trans>
            </Button>
          </>
        )}
        <ConfirmButton
          size="xs"
          title={t`Remove ${name}?`}
          text={t`Guests won't see it on the next page they open. You can add it again.`}
          confirmLabel={t`Remove placement`}
          onConfirm={() => remove.mutateAsync({ id })}
          isPending={remove.isPending}
          error={remove.error}
        >
          <Trans>Remove</Trans>
        </ConfirmButton>
      </Group>
      <ErrorNote error={publish.error ?? update.error} />
    </>
  );
}
