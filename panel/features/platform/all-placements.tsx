import { Anchor, Button, SegmentedControl, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'wouter';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import { KINDS, placeName, STATES } from '../placements/words.ts';
import {
  type InjectionStatus,
  type PlatformInjectionsQuery,
  platformInjectionsDocument,
  platformInjectionsResumeDocument,
  platformInjectionsSuspendDocument,
} from './generated.ts';

type Placed = NonNullable<PlatformInjectionsQuery['platformInjections']>['nodes'][number];
type Suspended = NonNullable<PlatformInjectionsQuery['platformInjectionSuspensions']>[number];

const SUSPENDED: readonly Column<Suspended>[] = [
  { title: 'App', cell: ({ appSlug }) => appSlug },
  { title: 'Since', cell: ({ at }) => instant(at) },
  { title: 'Reason', cell: ({ reason }) => <Text size="sm">{reason}</Text> },
  { title: 'Action', cell: ({ appSlug }) => <Resume appSlug={appSlug} /> },
];

/** Placements on all teams' storefronts, for operators, who can remove an app from every page and restore it. */
export function AllPlacementsPage() {
  const { search, field } = useSearch();
  const [shown, setShown] = useState('all');
  const { after, pagerOf } = usePager(`${shown} ${search}`);
  const { data, error, refetch } = useTeamQuery(platformInjectionsDocument, {
    search,
    status: shown === 'all' ? null : (shown as InjectionStatus), // the control offers only these values
    first: PAGE_SIZE,
    after,
  });
  const suspended = data?.platformInjectionSuspensions ?? [];
  const isOff = new Set(suspended.map(({ appSlug }) => appSlug));
  return (
    <Page
      title="All placements"
      lead="Content that apps add to storefronts of all teams, newest first."
      actions={<SearchField by="app, address or domain" {...field} />}
    >
      {suspended.length > 0 && (
        <Section title="Suspended apps">
          <DataTable
            label="Suspended apps"
            columns={SUSPENDED}
            read={{ data: suspended, error, refetch }}
            rowKey={({ appSlug }) => appSlug}
            empty={{ title: 'No apps', text: 'Every app is shown where hosts placed it.' }}
          />
        </Section>
      )}
      <SegmentedControl
        aria-label="State"
        data={[
          { value: 'all', label: 'All' },
          { value: 'published', label: 'Published' },
          { value: 'draft', label: 'Draft' },
          { value: 'suspended', label: 'Suspended' },
        ]}
        value={shown}
        onChange={setShown}
      />
      <DataTable
        label="All placements"
        columns={columnsFor(isOff)}
        read={{ data: data && (data.platformInjections?.nodes ?? []), error, refetch }}
        rowKey={({ id }) => id}
        empty={{ title: 'No results', text: 'No placements match this search.' }}
        pager={pagerOf(data?.platformInjections?.pageInfo)}
      />
    </Page>
  );
}

const columnsFor = (isOff: ReadonlySet<string>): readonly Column<Placed>[] => [
  {
    title: 'App',
    cell: ({ appName, name, url }) => (
      <div>
        <Text size="sm" fw={600}>
          {appName}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {url === null || url === undefined ? name : `${name}, ${new URL(url).host}`}
        </Text>
      </div>
    ),
  },
  {
    title: 'Storefront',
    cell: ({ storefront: { domain, team } }) => (
      <div>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {domain}
        </Text>
        <Anchor component={Link} href={`/teams/${team.id}`} size="sm">
          {team.name}
        </Anchor>
      </div>
    ),
  },
  { title: 'Where', cell: ({ kind, target }) => `${KINDS[kind]}: ${placeName(target)}` },
  {
    title: 'State',
    cell: ({ status, suspensionReason }) => (
      <div>
        <StatusBadge tone={STATES[status][0]}>{STATES[status][1]}</StatusBadge>
        {suspensionReason && (
          <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {suspensionReason}
          </Text>
        )}
      </div>
    ),
  },
  { title: 'Action', cell: (row) => (isOff.has(row.appSlug) ? null : <Suspend {...row} />) },
];

function Suspend({ appSlug, appName }: Placed) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error } = useTeamMutation(platformInjectionsSuspendDocument);
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={`Suspend app ${appName}`}>
        Suspend app
      </Button>
      <ReasonDialog
        title={`Suspend ${appName} on all pages?`}
        description="Hosts can read the reason. Everything from the app disappears from all storefronts within a minute."
        action="Suspend app"
        isDanger
        opened={opened}
        onClose={close}
        onConfirm={(reason, onSuccess) => mutate({ id: appSlug, reason }, { onSuccess })}
        isPending={isPending}
        error={error}
      />
    </>
  );
}

function Resume({ appSlug }: { readonly appSlug: string }) {
  const { mutateAsync, isPending, error } = useTeamMutation(platformInjectionsResumeDocument);
  return (
    <ConfirmButton
      size="xs"
      aria-label={`Resume the app ${appSlug}`}
      title={`Show ${appSlug} again?`}
      text="What hosts published from it is on their pages again."
      confirmLabel="Resume app"
      destructive={false}
      onConfirm={() => mutateAsync({ appSlug })}
      isPending={isPending}
      error={error}
    >
      Resume
    </ConfirmButton>
  );
}
