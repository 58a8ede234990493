import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Group, Text } from '@mantine/core';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { VersionBadge } from '../../components/version-badge.tsx';
import { instant } from '../../format/dates.ts';
import {
  developerVersionsDocument,
  type OwnAppFactsFragment,
  type OwnVersionFragment,
  versionReleaseDocument,
} from './generated.ts';

/** All pushed versions, newest first, and a button that makes a version live. */
export function Versions({ app }: { readonly app: OwnAppFactsFragment }) {
  const { after, pagerOf } = usePager(app.slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    developerVersionsDocument,
    { slug: app.slug, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const versions = data?.app?.versions;
  const columns: readonly Column<OwnVersionFragment>[] = [
    { title: msg`Version`, cell: ({ id }) => id },
    {
      title: msg`Status`,
      cell: ({ status, live, scopeEscalation }) => (
        <Group gap="xs">
          <VersionBadge status={status} />
          {live && (
            <Badge variant="filled">
              <Trans>Live</Trans>
            </Badge>
          )}
          {scopeEscalation && (
            <Badge variant="light" color="yellow">
              <Trans>Requests more</Trans>
            </Badge>
          )}
        </Group>
      ),
    },
    { title: msg`Pushed`, cell: ({ createdAt }) => instant(createdAt) },
    { title: msg`Note`, cell: ({ rejectionReason }) => <Text size="sm">{rejectionReason ?? '—'}</Text> },
    { title: msg`Release`, cell: (version) => <Release app={app} version={version} /> },
  ];
  return (
    <Section title={t`Versions`}>
      <DataTable
        label={t`Versions`}
        columns={columns}
        read={{ data: versions?.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: t`No versions`, text: t`Versions you push appear here.` }}
        pager={pagerOf(versions?.pageInfo)}
      />
    </Section>
  );
}

interface ReleaseProps {
  readonly app: OwnAppFactsFragment;
  readonly version: OwnVersionFragment;
}

function Release({ app, version: { number, status, live } }: ReleaseProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(versionReleaseDocument);
  if (live || (status !== 'draft' && status !== 'approved')) return '—';
  const isReviewed = status === 'draft' && app.distribution === 'public';
  return (
    <ConfirmButton
      size="xs"
      title={t`Release version ${number}?`}
      text={
        isReviewed
          ? t`It's submitted for review and goes live when it's approved.`
          : t`It goes live immediately for every install. Installs keep the permissions their hosts allowed.`
      }
      confirmLabel={t`Release`}
      destructive={false}
      onConfirm={() => mutateAsync({ slug: app.slug, version: String(number) })}
      isPending={isPending}
      error={error}
    >
      <Trans>Release</Trans>
    </ConfirmButton>
  );
}
