import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import {
  type SiteThemeFragment,
  type StorefrontThemeStatus,
  themePublishNowDocument,
  themeRemoveNowDocument,
  themeRollBackDocument,
} from './generated.ts';

const STATES: Readonly<Record<StorefrontThemeStatus, readonly [Tone, string]>> = translated({
  installed: ['waiting', msg`Added`],
  draft: ['waiting', msg`Draft`],
  published: ['good', msg`Published`],
  previous: ['over', msg({ message: 'Previous', context: 'theme' })],
});

interface ThemeCardProps {
  readonly theme: SiteThemeFragment;
  readonly storefrontId: string;
  /** True if the page shows this theme's settings and preview. */
  readonly isShown: boolean;
  /** True if a rollback would publish an earlier theme. */
  readonly hasEarlier: boolean;
  readonly onShow: () => void;
}

/** A theme on a site: its state and its actions. */
export function ThemeCard({ theme, storefrontId, isShown, hasEarlier, onShow }: ThemeCardProps) {
  const { id, name, status, problem, publishedAt, version } = theme;
  const [tone, word] = STATES[status];
  const publish = useTeamMutation(themePublishNowDocument);
  const title = `${name} ${version.label}`;
  const opens = status === 'previous' ? t`Preview` : t`Settings and preview`;
  return (
    <Paper component="article" aria-label={title} p="lg" withBorder>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </Group>
        <Text size="sm" c="dimmed">
          {publishedAt
            ? t`By ${version.developer} · published ${instant(publishedAt)}`
            : t`By ${version.developer}`}
        </Text>
        {problem && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={PROBLEM[status]}>
            {problem}
          </Alert>
        )}
        <Group gap="sm">
          {status !== 'published' && (
            <Button
              size="xs"
              aria-label={status === 'previous' ? t`Publish again: ${title}` : t`Publish ${title}`}
              loading={publish.isPending}
              onClick={() => publish.mutate({ id })}
            >
              {status === 'previous' ? t`Publish again` : t`Publish`}
            </Button>
          )}
          {!isShown && (
            <Button size="xs" variant="default" aria-label={`${opens}: ${title}`} onClick={onShow}>
              {opens}
            </Button>
          )}
          {status === 'published' && <RollBack storefrontId={storefrontId} hasEarlier={hasEarlier} />}
          <Remove id={id} title={title} isPublished={status === 'published'} />
        </Group>
        <ErrorNote error={publish.error} />
      </Stack>
    </Paper>
  );
}

/** Headings of a theme's problem. */
const PROBLEM: Readonly<Record<StorefrontThemeStatus, string>> = translated({
  installed: msg`Guests saw pages without this theme`,
  draft: msg`It failed too often and was taken off your site`,
  published: msg`Some pages are shown without this theme`,
  previous: msg`Guests saw pages without this theme`,
});

interface RollBackProps {
  readonly storefrontId: string;
  readonly hasEarlier: boolean;
}

function RollBack({ storefrontId, hasEarlier }: RollBackProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(themeRollBackDocument);
  return (
    <ConfirmButton
      size="xs"
      title={t`Roll back?`}
      text={
        hasEarlier
          ? t`Guests see the theme that was published before, with its settings. You can undo this by rolling back again.`
          : t`Guests see the platform’s own layout. You can undo this by publishing the theme again.`
      }
      confirmLabel={t`Roll back`}
      destructive={false}
      onConfirm={() => mutateAsync({ storefrontId })}
      isPending={isPending}
      error={error}
    >
      <Trans>Roll back</Trans>
    </ConfirmButton>
  );
}

interface RemoveProps {
  readonly id: string;
  readonly title: string;
  readonly isPublished: boolean;
}

function Remove({ id, title, isPublished }: RemoveProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(themeRemoveNowDocument);
  return (
    <ConfirmButton
      size="xs"
      aria-label={t`Remove ${title}`}
      title={t`Remove ${title}?`}
      text={
        isPublished
          ? t`Its settings are deleted. Guests see the platform’s own layout.`
          : t`Its settings are deleted.`
      }
      confirmLabel={t`Remove`}
      onConfirm={() => mutateAsync({ id })}
      isPending={isPending}
      error={error}
    >
      <Trans>Remove</Trans>
    </ConfirmButton>
  );
}
