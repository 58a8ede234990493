import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import {
  type SiteThemeFragment,
  type StorefrontThemeStatus,
  themePublishNowDocument,
  themeRemoveNowDocument,
  themeRollBackDocument,
} from './generated.ts';

const STATES: Readonly<Record<StorefrontThemeStatus, readonly [Tone, string]>> = {
  installed: ['waiting', 'Added'],
  draft: ['waiting', 'Draft'],
  published: ['good', 'Published'],
  previous: ['over', 'Previous'],
};

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
  const opens = status === 'previous' ? 'Preview' : 'Settings and preview';
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
          By {version.developer}
          {publishedAt && ` · published ${instant(publishedAt)}`}
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
              aria-label={status === 'previous' ? `Publish again: ${title}` : `Publish ${title}`}
              loading={publish.isPending}
              onClick={() => publish.mutate({ id })}
            >
              {status === 'previous' ? 'Publish again' : 'Publish'}
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
const PROBLEM: Readonly<Record<StorefrontThemeStatus, string>> = {
  installed: 'Guests saw pages without this theme',
  draft: 'It failed too often and was taken off your site',
  published: 'Some pages are shown without this theme',
  previous: 'Guests saw pages without this theme',
};

interface RollBackProps {
  readonly storefrontId: string;
  readonly hasEarlier: boolean;
}

function RollBack({ storefrontId, hasEarlier }: RollBackProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(themeRollBackDocument);
  return (
    <ConfirmButton
      size="xs"
      title="Roll back?"
      text={
        hasEarlier
          ? 'Guests see the theme that was published before, with its settings. You can undo this by rolling back again.'
          : 'Guests see the platform’s own layout. You can undo this by publishing the theme again.'
      }
      confirmLabel="Roll back"
      destructive={false}
      onConfirm={() => mutateAsync({ storefrontId })}
      isPending={isPending}
      error={error}
    >
      Roll back
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
      aria-label={`Remove ${title}`}
      title={`Remove ${title}?`}
      text={`Its settings are deleted.${isPublished ? ' Guests see the platform’s own layout.' : ''}`}
      confirmLabel="Remove"
      onConfirm={() => mutateAsync({ id })}
      isPending={isPending}
      error={error}
    >
      Remove
    </ConfirmButton>
  );
}
