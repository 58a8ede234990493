import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { StorefrontPicker, useStorefront } from '../../components/storefront-picker.tsx';
import { ThemeSubscriptions } from '../billing/subscription.tsx';
import { Preview } from '../look/preview.tsx';
import { AddTheme } from './add-theme.tsx';
import {
  type SiteThemeFragment,
  siteThemesDocument,
  themeFrameDocument,
  themeStorefrontsDocument,
} from './generated.ts';
import classes from './theme.module.css';
import { ThemeCard } from './theme-card.tsx';
import { ThemeSettings } from './theme-settings.tsx';

/** A storefront's themes: adding, settings with a preview, publishing and rolling back. */
export function ThemePage() {
  const all = useTeamQuery(themeStorefrontsDocument, {});
  const storefronts = all.data?.storefronts ?? [];
  const storefront = useStorefront(storefronts);
  return (
    <Page
      title={t`Theme`}
      lead={t`The layout of your site. Guests see a theme once you publish it; the look's colors, fonts and photos stay yours.`}
      actions={<StorefrontPicker storefronts={storefronts} chosen={storefront} />}
    >
      <ErrorNote error={all.error} onRetry={all.refetch} />
      {!all.error && !all.data && <Loading label={t`Loading storefronts`} lines={6} />}
      {all.data && !storefront && (
        <EmptyState title={t`No storefront yet`}>
          <Trans>Create one, then choose its theme here.</Trans>
        </EmptyState>
      )}
      {storefront && <Themes key={storefront.id} storefrontId={storefront.id} />}
    </Page>
  );
}

function Themes({ storefrontId }: { readonly storefrontId: string }) {
  const { data, error, refetch } = useTeamQuery(siteThemesDocument, { storefrontId });
  const [chosen, setChosen] = useState<string | null>(null);
  const themes = data?.themes ?? [];
  const shown = themes.find(({ id }) => id === chosen) ?? toWorkOn(themes);
  return (
    <>
      <ErrorNote error={error} onRetry={refetch} />
      {!error && !data && <Loading label={t`Loading themes`} lines={6} />}
      {data && (
        <div className={shown ? classes.columns : undefined}>
          <Stack gap="lg">
            {!themes.some(({ status }) => status === 'published') && (
              <Text role="status">
                <Trans>Your site has the platform's own layout.</Trans>
              </Text>
            )}
            {themes.map((theme) => (
              <ThemeCard
                key={theme.id}
                theme={theme}
                storefrontId={storefrontId}
                isShown={theme.id === shown?.id}
                hasEarlier={themes.some(({ status, problem }) => status === 'previous' && problem === null)}
                onShow={() => setChosen(theme.id)}
              />
            ))}
            <ThemeSubscriptions slugs={themes.map(({ slug }) => slug)} />
            <AddTheme storefrontId={storefrontId} themes={themes} onAdded={setChosen} />
          </Stack>
          {shown && (
            <Stack gap="lg">
              <ThemeSettings key={shown.id} theme={shown} onSaved={setChosen} />
              <Framed theme={shown} />
            </Stack>
          )}
        </div>
      )}
    </>
  );
}

/** Returns the theme that a host most likely works on: the newest unpublished theme, otherwise the published one. */
const toWorkOn = (themes: readonly SiteThemeFragment[]): SiteThemeFragment | undefined =>
  themes.find(({ status }) => status === 'draft' || status === 'installed') ??
  themes.find(({ status }) => status === 'published');

function Framed({ theme: { id, version, settingsVersion } }: { readonly theme: SiteThemeFragment }) {
  const { data, error, refetch } = useTeamQuery(themeFrameDocument, { id });
  const { url, siteUrl } = data?.themePreview ?? {};
  return (
    <>
      <ErrorNote error={error} onRetry={refetch} />
      {siteUrl && (
        <Group>
          <Button component="a" href={siteUrl} target="_blank" rel="noreferrer" variant="default" size="xs">
            <Trans>Preview the whole site</Trans>
          </Button>
          <Text size="sm" c="dimmed">
            <Trans>Opens every page with this theme for a day, in this browser only.</Trans>
          </Text>
        </Group>
      )}
      {url && (
        <Preview
          key={id}
          source={new URL(url).pathname + new URL(url).search}
          shows={t`Home page with the theme`}
          revision={`${version.id}-${settingsVersion}`}
        />
      )}
    </>
  );
}
