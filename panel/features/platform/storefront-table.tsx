import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DomainBadge } from '../../components/domain-badge.tsx';
import type { Pager } from '../../components/pager.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { SuspendButton } from '../../components/suspend-button.tsx';
import { instant } from '../../format/dates.ts';
import {
  type PlatformStorefrontRowFragment,
  platformStorefrontResumeDocument,
  platformStorefrontSuspendDocument,
} from './generated.ts';
import { STOREFRONT_STATES, SUSPENDED } from './states.ts';

type Row = PlatformStorefrontRowFragment;

const NAME: Column<Row> = {
  title: msg`Storefront`,
  cell: ({ name, domain, sandbox }) => (
    <div>
      <Text size="sm" fw={600}>
        {sandbox ? t`${name} (sandbox)` : name}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {domain}
      </Text>
    </div>
  ),
};

const TEAM: Column<Row> = {
  title: msg`Team`,
  cell: ({ team: { id, name } }) => (
    <Anchor component={Link} href={`/teams/${id}`} size="sm">
      {name}
    </Anchor>
  ),
};

const REST: readonly Column<Row>[] = [
  { title: msg`State`, cell: (row) => <State {...row} /> },
  {
    title: msg`Own domains`,
    cell: ({ domains }) =>
      domains.length === 0 ? (
        '—'
      ) : (
        <Stack gap={4}>
          {domains.map(({ id, domain, status }) => (
            <Group key={id} gap="xs">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {domain}
              </Text>
              <DomainBadge status={status} />
            </Group>
          ))}
        </Stack>
      ),
  },
  { title: msg`Action`, cell: (row) => (row.status === 'closed' ? null : <Suspend {...row} />) },
];

/**
 * Reason why guests and agents can't use a storefront: its status, its suspension, or what a draft is
 * missing.
 */
function State({ status, maintenance, suspension, team, readiness }: Row) {
  const [tone, word] = suspension ? SUSPENDED : STOREFRONT_STATES[status];
  const missing = readiness?.items.filter(({ done, required }) => required && !done) ?? [];
  return (
    <div>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {suspension && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            Since {instant(suspension.at)}: {suspension.reason}
          </Trans>
        </Text>
      )}
      {team.suspension && (
        <Text size="xs" c="dimmed" mt={4}>
          <Trans>Its team is suspended.</Trans>
        </Text>
      )}
      {maintenance && (
        <Text size="xs" c="dimmed" mt={4}>
          <Trans>The host closed it for maintenance.</Trans>
        </Text>
      )}
      {readiness && (
        <Text size="xs" c="dimmed" mt={4}>
          {missing.length === 0
            ? t`Ready to go live`
            : t`Missing: ${missing.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}`}
        </Text>
      )}
    </div>
  );
}

const Suspend = ({ id, name, suspension }: Row) => (
  <SuspendButton
    id={id}
    name={name}
    noun={t`storefront`}
    isSuspended={suspension !== null}
    suspend={platformStorefrontSuspendDocument}
    resume={platformStorefrontResumeDocument}
    explains={{
      suspend: t`The host can read the reason in the panel. The storefront closes to guests and agents immediately, as in maintenance, until you resume it.`,
      resume: t`The reason is kept in the team’s activity. The storefront works again as its host has set it.`,
    }}
  />
);

interface StorefrontTableProps {
  /** Set if each row should name its team. */
  readonly ofManyTeams: boolean;
  readonly read: {
    readonly data: readonly Row[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly empty: { readonly title: string; readonly text: string };
  readonly pager?: Pager;
}

/** Storefronts, as operators see them. */
export function StorefrontTable({ ofManyTeams, ...table }: StorefrontTableProps) {
  return (
    <DataTable
      label={t`Storefronts`}
      columns={ofManyTeams ? [NAME, TEAM, ...REST] : [NAME, ...REST]}
      rowKey={({ id }) => id}
      {...table}
    />
  );
}
