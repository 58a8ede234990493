import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Panel } from '../../components/panel.tsx';
import { priceWords } from '../billing/plan-words.ts';
import { BuyTheme } from './buy-theme.tsx';
import {
  type SiteThemeFragment,
  type ThemeAddMutation,
  themeAddDocument,
  themesToAddDocument,
} from './generated.ts';

interface AddThemeProps {
  readonly storefrontId: string;
  /** Themes that are on the site. */
  readonly themes: readonly SiteThemeFragment[];
  readonly onAdded: (id: string) => void;
}

/** Public themes and the team's own, with their price, each with a button that adds it to the site. */
export function AddTheme({ storefrontId, themes, onAdded }: AddThemeProps) {
  const { after, pagerOf } = usePager('themes');
  const { data, error, refetch } = useTeamQuery(themesToAddDocument, { first: PAGE_SIZE, after });
  const add = useTeamMutation(themeAddDocument);
  const offered = data?.storeThemes.nodes;
  const [opened, setOpened] = useState<string | null>(null);
  const added = ({ themeInstall: { theme } }: ThemeAddMutation) => theme && onAdded(theme.id);
  /** A theme that waits to be published can't be added a second time. */
  const isWaiting = (slug: string) =>
    themes.some((one) => one.slug === slug && (one.status === 'draft' || one.status === 'installed'));
  return (
    <Panel title={t`Add a theme`}>
      <Stack gap="sm">
        <ErrorNote error={error} onRetry={refetch} />
        {!error && !offered && <Loading label={t`Loading the theme store`} lines={3} />}
        {offered?.length === 0 && (
          <Text size="sm">
            <Trans>The store has no themes yet. Developers publish them with the command line.</Trans>
          </Text>
        )}
        {offered?.map((theme) => {
          const { slug, name, developer, distribution, version, plans, subscription } = theme;
          const needsPlan = plans.length > 0 && !subscription;
          return (
            <Stack key={slug} gap="sm">
              <Group justify="space-between" wrap="nowrap">
                <div>
                  <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {name} {version.label}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {[
                      t`By ${developer}`,
                      distribution === 'private' && t`only for your team`,
                      plans[0] && (subscription ? t`subscribed` : priceWords(plans[0])),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </div>
                {isWaiting(slug) ? (
                  <Text size="sm" c="dimmed">
                    <Trans>Added</Trans>
                  </Text>
                ) : needsPlan ? (
                  <Button
                    size="xs"
                    variant="default"
                    flex="none"
                    aria-label={t`Plans of ${name}`}
                    aria-expanded={opened === slug}
                    onClick={() => setOpened(opened === slug ? null : slug)}
                  >
                    <Trans>Plans</Trans>
                  </Button>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    flex="none"
                    aria-label={t`Add ${name}`}
                    loading={add.isPending && add.variables.slug === slug}
                    onClick={() => add.mutate({ storefrontId, slug }, { onSuccess: added })}
                  >
                    <Trans>Add</Trans>
                  </Button>
                )}
              </Group>
              {needsPlan && opened === slug && !isWaiting(slug) && (
                <BuyTheme theme={theme} storefrontId={storefrontId} onAdded={onAdded} />
              )}
            </Stack>
          );
        })}
        <ErrorNote error={add.error} />
        <PageButtons label={t`Themes`} pager={pagerOf(data?.storeThemes.pageInfo)} />
      </Stack>
    </Panel>
  );
}
