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
    { title: 'Version', cell: ({ id }) => id },
    {
      title: 'Status',
      cell: ({ status, live, scopeEscalation }) => (
        <Group gap="xs">
          <VersionBadge status={status} />
          {live && <Badge variant="filled">Live</Badge>}
          {scopeEscalation && (
            <Badge variant="light" color="yellow">
              Requests more
            </Badge>
          )}
        </Group>
      ),
    },
    { title: 'Pushed', cell: ({ createdAt }) => instant(createdAt) },
    { title: 'Note', cell: ({ rejectionReason }) => <Text size="sm">{rejectionReason ?? '—'}</Text> },
    { title: 'Release', cell: (version) => <Release app={app} version={version} /> },
  ];
  return (
    <Section title="Versions">
      <DataTable
        label="Versions"
        columns={columns}
        read={{ data: versions?.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: 'No versions', text: 'Versions you push appear here.' }}
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
      title={`Release version ${number}?`}
      text={
        isReviewed
          ? "It's submitted for review and goes live when it's approved."
          : 'It goes live immediately for every install. Installs keep the permissions their hosts allowed.'
      }
      confirmLabel="Release"
      destructive={false}
      onConfirm={() => mutateAsync({ slug: app.slug, version: String(number) })}
      isPending={isPending}
      error={error}
    >
      Release
    </ConfirmButton>
  );
}
