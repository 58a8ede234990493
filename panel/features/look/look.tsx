import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { refusalsOf } from '../../api/errors.ts';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { StorefrontPicker, useStorefront } from '../../components/storefront-picker.tsx';
import { instant } from '../../format/dates.ts';
import { storefrontUrl } from '../../format/storefront-url.ts';
import { Colors, Contact, Pictures, Sections, Shape, Words } from './fields.tsx';
import {
  type HostLookFragment,
  lookDocument,
  lookPublishDocument,
  lookRestoreDocument,
  lookStorefrontsDocument,
} from './generated.ts';
import classes from './look.module.css';
import { Preview } from './preview.tsx';
import { useSavedDraft } from './use-saved-draft.ts';

/** A storefront's look: a draft with a live preview, publishing, and earlier looks. */
export function LookPage() {
  const all = useTeamQuery(lookStorefrontsDocument, {});
  const storefronts = all.data?.storefronts ?? [];
  const storefront = useStorefront(storefronts);
  return (
    <Page
      title={t`Look`}
      lead={t`How your site looks to guests. The draft saves itself; guests see it once you publish.`}
      actions={<StorefrontPicker storefronts={storefronts} chosen={storefront} />}
    >
      <ErrorNote error={all.error} onRetry={all.refetch} />
      {!all.error && !all.data && <Loading label={t`Loading storefronts`} lines={6} />}
      {all.data && !storefront && (
        <EmptyState title={t`No storefront yet`}>
          <Trans>Create one, then choose its look here.</Trans>
        </EmptyState>
      )}
      {storefront && <Stored key={storefront.id} {...storefront} />}
    </Page>
  );
}

function Stored({ id, domain }: { readonly id: string; readonly domain: string }) {
  const { data, error, refetch } = useTeamQuery(lookDocument, { storefrontId: id });
  /** Increases when the draft must be reloaded because an earlier look was restored. */
  const [round, setRound] = useState(0);
  const look = data?.storefrontLook;
  const again = async () => {
    await refetch();
    setRound((before) => before + 1);
  };
  return (
    <>
      <ErrorNote error={error} onRetry={refetch} />
      {!error && !look && <Loading label={t`Loading the look`} lines={8} />}
      {look && <Editor key={round} look={look} domain={domain} onReload={again} />}
    </>
  );
}

interface EditorProps {
  /** The look as last read; the draft's initial value comes from the first one. */
  readonly look: HostLookFragment;
  readonly domain: string;
  readonly onReload: () => Promise<void>;
}

function Editor({ look, domain, onReload }: EditorProps) {
  const [previewUrl] = useState(look.previewUrl); // valid for a day; another token would reload the preview
  const { draft, change, version, isSaved, isSaving, error } = useSavedDraft(look);
  const [readyPhotos, setReadyPhotos] = useState(0);
  const onReady = useCallback(() => setReadyPhotos((before) => before + 1), []);
  const publish = useTeamMutation(lookPublishDocument);
  const restore = useTeamMutation(lookRestoreDocument);
  const refusals = refusalsOf(error);
  const { storefrontId, published } = look;
  const earlier = [...(published ? [published] : []), ...look.history];
  const fields = { draft, change, refusals };
  const [isReloading, setReloading] = useState(false);
  const reload = () => {
    setReloading(true);
    return onReload();
  };
  /** Edits made meanwhile would be lost with the draft that publishing or restoring replaces. */
  const isBusy = publish.isPending || restore.isPending || isReloading;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="sm" role="status">
          <Status look={look} isSaved={isSaved} isSaving={isSaving} isRefused={error !== null} />
        </Group>
        <Group gap="sm">
          {earlier.length > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  variant="default"
                  leftSection={<IconHistory size={16} />}
                  disabled={isBusy || (!isSaved && error === null)}
                >
                  <Trans>Earlier looks</Trans>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>
                  <Trans>Make one the draft again</Trans>
                </Menu.Label>
                {earlier.map((one) => (
                  <Menu.Item
                    key={one.version}
                    onClick={() =>
                      restore.mutate({ storefrontId, version: one.version }, { onSuccess: reload })
                    }
                  >
                    {one === published ? t`Live now` : t`Published`}: {instant(one.publishedAt)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          <Button
            disabled={!isSaved || !look.changed || isBusy}
            loading={publish.isPending}
            onClick={() => publish.mutate({ storefrontId, version })}
          >
            <Trans>Publish look</Trans>
          </Button>
        </Group>
      </Group>
      {error !== null && Object.keys(refusals).every((field) => !SHOWN.has(field)) && (
        <ErrorNote error={error} onRetry={onReload} />
      )}
      <ErrorNote error={publish.error ?? restore.error} onRetry={onReload} />
      <div className={classes.columns}>
        <fieldset disabled={isBusy} className={classes.fields}>
          <Stack gap="lg">
            <Words {...fields} />
            <Pictures {...fields} onReady={onReady} />
            <Colors {...fields} />
            <Shape {...fields} />
            <Contact {...fields} />
            <Sections {...fields} />
            <Anchor size="sm" href={storefrontUrl(domain, '/')} target="_blank" rel="noreferrer">
              <Trans>Open your site</Trans>
            </Anchor>
          </Stack>
        </fieldset>
        <Preview
          source={`/look-preview/${new URL(previewUrl).hostname}${new URL(previewUrl).search}`}
          shows={t`Home page with the draft`}
          url={previewUrl}
          revision={`${version}-${readyPhotos}`}
        />
      </div>
    </Stack>
  );
}

/** Fields that show their own errors. */
const SHOWN: ReadonlySet<string> = new Set([
  'tagline',
  'about',
  'heroId',
  'logoId',
  'faviconId',
  'accent',
  'background',
  'contact',
  'social',
]);

interface StatusProps {
  readonly look: HostLookFragment;
  readonly isSaved: boolean;
  readonly isSaving: boolean;
  readonly isRefused: boolean;
}

function Status({ look: { changed, published }, isSaved, isSaving, isRefused }: StatusProps) {
  const word = isRefused ? t`Not saved` : isSaving || !isSaved ? t`Saving…` : t`Draft saved`;
  return (
    <>
      <StatusBadge tone={isRefused ? 'bad' : changed ? 'waiting' : 'good'}>
        {changed || !isSaved ? word : published ? t`Published` : t`Not changed yet`}
      </StatusBadge>
      {published && (
        <Text size="sm" c="dimmed">
          <Trans>Live since {instant(published.publishedAt)}</Trans>
        </Text>
      )}
    </>
  );
}
