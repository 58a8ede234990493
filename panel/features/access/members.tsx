import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Group, Text } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { instant } from '../../format/dates.ts';
import { roleName } from '../../format/roles.ts';
import { useSession } from '../../layout/session.tsx';
import { type MemberFragment, membersOfDocument } from './generated.ts';
import { RemoveMember } from './remove-member.tsx';
import { SetRole } from './set-role.tsx';

/** The chosen team's members. */
export function Members() {
  const { account, team } = useSession();
  const { after, pagerOf } = usePager(team.slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    membersOfDocument,
    { first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const isYou = ({ email }: MemberFragment) => email === account.email;
  const columns: readonly Column<MemberFragment>[] = [
    {
      title: msg`Name`,
      cell: (member) => (
        <div>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {member.name}
            </Text>
            {isYou(member) && (
              <Badge variant="light" color="gray">
                <Trans>You</Trans>
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {member.email}
          </Text>
        </div>
      ),
    },
    {
      title: msg`Role`,
      cell: (member) => (team.role === 'owner' ? <SetRole member={member} /> : roleName(member.role)),
    },
    { title: msg`Member since`, cell: ({ joinedAt }) => instant(joinedAt) },
    {
      title: '',
      numeric: true,
      cell: (member) =>
        (team.role === 'owner' || isYou(member)) && <RemoveMember member={member} isYou={isYou(member)} />,
    },
  ];
  return (
    <DataTable
      label={t`Members`}
      columns={columns}
      read={{ data: data?.teamMembers.nodes, error, refetch, isPlaceholderData }}
      rowKey={({ id }) => id}
      isTitled
      empty={{ title: t`No members`, text: t`You are no longer a member of this team.` }}
      pager={pagerOf(data?.teamMembers.pageInfo)}
    />
  );
}
