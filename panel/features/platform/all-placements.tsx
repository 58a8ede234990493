import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  { title: msg`App`, cell: ({ appSlug }) => appSlug },
  { title: msg`Since`, cell: ({ at }) => instant(at) },
  { title: msg`Reason`, cell: ({ reason }) => <Text size="sm">{reason}</Text> },
  { title: msg`Action`, cell: ({ appSlug }) => <Resume appSlug={appSlug} /> },
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
      title={t`All placements`}
      lead={t`Content that apps add to storefronts of all teams, newest first.`}
      actions={<SearchField by={t`app, address or domain`} {...field} />}
    >
      {suspended.length > 0 && (
        <Section title={t`Suspended apps`}>
          <DataTable
            label={t`Suspended apps`}
            columns={SUSPENDED}
            read={{ data: suspended, error, refetch }}
            rowKey={({ appSlug }) => appSlug}
            empty={{ title: t`No apps`, text: t`Every app is shown where hosts placed it.` }}
          />
        </Section>
      )}
      <SegmentedControl
        aria-label={t`State`}
        data={[
          { value: 'all', label: t`All` },
          { value: 'published', label: t`Published` },
          { value: 'draft', label: t`Draft` },
          { value: 'suspended', label: t`Suspended` },
        ]}
        value={shown}
        onChange={setShown}
      />
      <DataTable
        label={t`All placements`}
        columns={columnsFor(isOff)}
        read={{ data: data && (data.platformInjections?.nodes ?? []), error, refetch }}
        rowKey={({ id }) => id}
        empty={{ title: t`No results`, text: t`No placements match this search.` }}
        pager={pagerOf(data?.platformInjections?.pageInfo)}
      />
    </Page>
  );
}

const columnsFor = (isOff: ReadonlySet<string>): readonly Column<Placed>[] => [
  {
    title: msg`App`,
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
    title: msg`Storefront`,
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
  { title: msg`Where`, cell: ({ kind, target }) => `${KINDS[kind]}: ${placeName(target)}` },
  {
    title: msg`State`,
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
  { title: msg`Action`, cell: (row) => (isOff.has(row.appSlug) ? null : <Suspend {...row} />) },
];

function Suspend({ appSlug, appName }: Placed) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error } = useTeamMutation(platformInjectionsSuspendDocument);
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={t`Suspend app ${appName}`}>
        <Trans>Suspend app</Trans>
      </Button>
      <ReasonDialog
        title={t`Suspend ${appName} on all pages?`}
        description={t`Hosts can read the reason. Everything from the app disappears from all storefronts within a minute.`}
        action={t`Suspend app`}
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
      aria-label={t`Resume the app ${appSlug}`}
      title={t`Show ${appSlug} again?`}
      text={t`What hosts published from it is on their pages again.`}
      confirmLabel={t`Resume app`}
      destructive={false}
      onConfirm={() => mutateAsync({ appSlug })}
      isPending={isPending}
      error={error}
    >
      <Trans context="suspended">Resume</Trans>
    </ConfirmButton>
  );
}
