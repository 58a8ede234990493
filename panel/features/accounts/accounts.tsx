import { msg, plural, t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { SuspendButton } from '../../components/suspend-button.tsx';
import { instant } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import { useSession } from '../../layout/session.tsx';
import {
  type AccountStatus,
  accountResumedDocument,
  accountSuspendedDocument,
  type PlatformAccountsQuery,
  platformAccountsDocument,
} from './generated.ts';

type Account = NonNullable<PlatformAccountsQuery['platformAccounts']>['nodes'][number];

const STATUS = translated({
  active: ['good', msg`Active`],
  unverified: ['waiting', msg`Address not confirmed`],
  locked: ['bad', msg`Suspended`],
}) satisfies Readonly<Record<AccountStatus, readonly [string, string]>>;

const columnsFor = (ownEmail: string): readonly Column<Account>[] => [
  {
    title: msg`Account`,
    cell: ({ name, email, operator }) => (
      <div>
        <Text size="sm" fw={600}>
          {operator ? t`${name} (operator)` : name}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </div>
    ),
  },
  {
    title: msg`State`,
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
  { title: msg`Teams`, cell: ({ teams }) => plural(teams, { one: '# team', other: '# teams' }) },
  { title: msg`Created`, cell: ({ createdAt }) => instant(createdAt) },
  { title: msg`Action`, cell: (account) => (account.email === ownEmail ? null : <Suspend {...account} />) },
];

const Suspend = ({ id, name, status }: Pick<Account, 'id' | 'name' | 'status'>) => (
  <SuspendButton
    id={id}
    name={name}
    noun={t`account`}
    isSuspended={status === 'locked'}
    suspend={accountSuspendedDocument}
    resume={accountResumedDocument}
    explains={{
      suspend: t`The reason is kept in the security log. All sessions end immediately, and access tokens stop working.`,
      resume: t`The reason is kept in the security log. The account can sign in again, and its access tokens work again.`,
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
      title={t`Accounts`}
      lead={t`Everyone who can sign in, newest first.`}
      actions={<SearchField by={t`name or email address`} {...field} />}
    >
      <DataTable
        label={t`Accounts`}
        columns={columnsFor(account.email)}
        read={{ data: data && (data.platformAccounts?.nodes ?? []), error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: t`No results`, text: t`No accounts match this search.` }}
        pager={pagerOf(data?.platformAccounts?.pageInfo)}
      />
    </Page>
  );
}
