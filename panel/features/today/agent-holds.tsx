import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Section } from '../../components/panel.tsx';
import { useNow } from '../../components/use-now.ts';
import { span } from '../../format/dates.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { type AgentHoldsQuery, agentHoldsDocument, agentHoldsReleaseDocument } from './generated.ts';

type Held = AgentHoldsQuery['agentHolds'][number];

/** Unpaid holds by agents and guests, by storefront; hidden if empty. */
export function AgentHolds() {
  const { data } = useTeamQuery(agentHoldsDocument, {}, { refreshMs: LIVE_MS });
  if (!data || data.agentHolds.length === 0) return null;
  return (
    <Section title={t`Unpaid agent holds`}>
      <Stack gap="md">
        {data.agentHolds.map((held) => (
          <StorefrontHolds key={held.storefront.id} held={held} />
        ))}
      </Stack>
    </Section>
  );
}

function StorefrontHolds({ held }: { readonly held: Held }) {
  const team = useTeam();
  const { mutate, isPending, error } = useTeamMutation(agentHoldsReleaseDocument);
  const now = useNow();
  const { name } = held.storefront;
  const { storefront, holds, heldPercent, tightened, until } = held;
  return (
    <Group justify="space-between" align="flex-start" role="group" aria-label={name}>
      <div>
        <Text size="sm" fw={600}>
          <Plural
            value={holds}
            one={`${name}: # hold, up to ${heldPercent}% of the units on a night`}
            other={`${name}: # holds, up to ${heldPercent}% of the units on a night`}
          />
        </Text>
        <Text size="sm" c="dimmed">
          {until && t`If no one pays, the last hold ends in ${span(Date.parse(until) - now)}.`}{' '}
          {tightened
            ? t`More than 25% of the units are held: the limits per guest and agent are halved.`
            : t`Releasing them puts their nights back on sale.`}
        </Text>
        <ErrorNote error={error} />
      </div>
      {isOneOf(team, ['manager', 'front_desk']) && (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          onClick={() => mutate({ storefrontId: storefront.id })}
        >
          <Trans>Release all</Trans>
        </Button>
      )}
    </Group>
  );
}
