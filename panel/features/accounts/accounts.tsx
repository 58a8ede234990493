import { Text } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { SuspendButton } from '../../components/suspend-button.tsx';
import { count, instant } from '../../format/dates.ts';
import { useSession } from '../../layout/session.tsx';
import {
  type AccountStatus,
  accountResumedDocument,
  accountSuspendedDocument,
  type PlatformAccountsQuery,
  platformAccountsDocument,
} from './generated.ts';

type Account = NonNullable<PlatformAccountsQuery['platformAccounts']>['nodes'][number];

const STATUS = {
  active: ['good', 'Active'],
  unverified: ['waiting', 'Address not confirmed'],
  locked: ['bad', 'Suspended'],
} as const satisfies Readonly<Record<AccountStatus, readonly [string, string]>>;

const columnsFor = (ownEmail: string): readonly Column<Account>[] => [
  {
    title: 'Account',
    cell: ({ name, email, operator }) => (
      <div>
        <Text size="sm" fw={600}>
          {operator ? `${name} (operator)` : name}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </div>
    ),
  },
  {
    title: 'State',
    cell: ({ status, lockedReason }) => (
      <div>
        <StatusBadge tone={STATUS[status][0]}>{STATUS[status][1]}</StatusBadge>
        {lockedReason && (
          <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {lockedReason}
          </Text>
        )}
      </div>
    ),
  },
  { title: 'Teams', cell: ({ teams }) => count(teams, 'team') },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Action', cell: (account) => (account.email === ownEmail ? null : <Suspend {...account} />) },
];

const Suspend = ({ id, name, status }: Pick<Account, 'id' | 'name' | 'status'>) => (
  <SuspendButton
    id={id}
    name={name}
    noun="account"
    isSuspended={status === 'locked'}
    suspend={accountSuspendedDocument}
    resume={accountResumedDocument}
    explains={{
      suspend:
        'The reason is kept in the security log. All sessions end immediately, and access tokens stop working.',
      resume:
        'The reason is kept in the security log. The account can sign in again, and its access tokens work again.',
    }}
  />
);

/** All accounts, for operators, who can suspend and resume them. */
export function AccountsPage() {
  const { account } = useSession();
  const { search, field } = useSearch();
  const { after, pagerOf } = usePager(search);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(platformAccountsDocument, {
    search,
    first: PAGE_SIZE,
    after,
  });
  return (
    <Page
      title="Accounts"
      lead="Everyone who can sign in, newest first."
      actions={<SearchField by="name or email address" {...field} />}
    >
      <DataTable
        label="Accounts"
        columns={columnsFor(account.email)}
        read={{ data: data && (data.platformAccounts?.nodes ?? []), error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: 'No results', text: 'No accounts match this search.' }}
        pager={pagerOf(data?.platformAccounts?.pageInfo)}
      />
    </Page>
  );
}
