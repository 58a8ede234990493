import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { useRowPager } from '../../components/pager.ts';
import { Panel, Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { roleName } from '../../format/roles.ts';
import { isOneOf, useSession } from '../../layout/session.tsx';
import { Activity } from './activity.tsx';
import { type AccessTokensOfQuery, accessTokensOfDocument } from './generated.ts';
import { Invitations } from './invitations.tsx';
import { Leave } from './leave.tsx';
import { Members } from './members.tsx';
import { NewInvitation } from './new-invitation.tsx';
import { NewToken } from './new-token.tsx';
import { RevokeToken } from './revoke-token.tsx';

type Token = AccessTokensOfQuery['accessTokens'][number];

const COLUMNS: readonly Column<Token>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Token', cell: ({ hint }) => <code>{hint}</code> },
  { title: 'Permissions', cell: ({ abilities }) => abilities.join(', ') },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? instant(lastUsedAt) : 'Never') },
  { title: 'Action', cell: (token) => <RevokeToken id={token.id} name={token.name} /> },
];

/** The signed-in person, the chosen team's other members, and access tokens that act in their name. */
export function AccessPage() {
  const { account, team, teams } = useSession();
  const { data, error, refetch } = useTeamQuery(accessTokensOfDocument, {});
  const { rows, pager } = useRowPager(data?.accessTokens, 'tokens');
  return (
    <Page title="Team" lead="Your account, your team's members and your access tokens.">
      <Panel title="You">
        <Facts
          facts={[
            ['Name', account.name],
            ['Email', account.email],
            [
              'Teams',
              teams.map(({ name, slug, role }) => `${name} (${slug}): ${roleName(role)}`).join(', ') ||
                'None',
            ],
          ]}
        />
      </Panel>
      {team.slug !== '' && isOneOf(team, ['manager']) && (
        <>
          <Members key={`members of ${team.slug}`} />
          <NewInvitation key={`invite to ${team.slug}`} />
          <Invitations />
        </>
      )}
      <NewToken />
      <Section title="Developer access tokens">
        <DataTable
          label="Access tokens"
          columns={COLUMNS}
          read={{ data: rows, error, refetch }}
          rowKey={({ id }) => id}
          empty={{
            title: 'No access tokens',
            text: 'A token lets the `platform` command and your own scripts manage your apps.',
          }}
          pager={pager}
        />
      </Section>
      {team.slug !== '' && !isOneOf(team, ['manager']) && <Leave />}
      {team.slug !== '' && isOneOf(team, []) && <Activity key={`activity of ${team.slug}`} />}
    </Page>
  );
}
