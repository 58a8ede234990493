import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { LISTING_WORDS } from '../../components/listing-words.ts';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { DeveloperAppQuery } from './generated.ts';

type App = NonNullable<DeveloperAppQuery['app']>;

/**
 * The app's listing status and a link to its store listing; hidden for a private app, which can't have a
 * listing.
 */
export function StoreListing({ app: { slug, listing } }: { readonly app: App }) {
  if (!listing) return null;
  const { status, draftStatus, missing, isListed } = listing;
  const [tone, word] = LISTING_WORDS[status];
  const beside = status === 'published' || status === 'unlisted' ? draftStatus : null;
  return (
    <Panel title={t`Store listing`}>
      <Stack gap="sm" align="flex-start">
        <Group gap="xs">
          <StatusBadge tone={tone}>{word}</StatusBadge>
          {beside && (
            <StatusBadge tone={LISTING_WORDS[beside][0]}>{t`Draft: ${LISTING_WORDS[beside][1]}`}</StatusBadge>
          )}
        </Group>
        <Text size="sm">
          {isListed && t`Hosts can find the app in the store.`}
          {!isListed &&
            missing.length > 0 &&
            plural(missing.length, {
              one: 'The listing needs # more entry before hosts can find the app.',
              other: 'The listing needs # more entries before hosts can find the app.',
            })}
          {!isListed && missing.length === 0 && t`What hosts read about the app before they install it.`}
        </Text>
        <Anchor component={Link} href={`/developer/${slug}/listing`}>
          <Trans>Edit the listing</Trans>
        </Anchor>
      </Stack>
    </Panel>
  );
}
