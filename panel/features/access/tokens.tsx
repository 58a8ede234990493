import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { useRowPager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { type AccessTokensOfQuery, accessTokensOfDocument } from './generated.ts';
import { NewToken } from './new-token.tsx';
import { RevokeToken } from './revoke-token.tsx';

type Token = AccessTokensOfQuery['accessTokens'][number];

const COLUMNS: readonly Column<Token>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Token', cell: ({ hint }) => <code>{hint}</code> },
  { title: 'Permissions', cell: ({ abilities }) => abilities.join(', ') },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? instant(lastUsedAt) : 'Never') },
  { title: '', numeric: true, cell: (token) => <RevokeToken id={token.id} name={token.name} /> },
];

/** The person's access tokens, which act in their name. */
export function TokensPage() {
  const { data, error, refetch } = useTeamQuery(accessTokensOfDocument, {});
  const { rows, pager } = useRowPager(data?.accessTokens, 'tokens');
  return (
    <Page
      title="Access tokens"
      lead="A token lets the platform command and your own scripts manage your apps in your name."
    >
      <NewToken />
      <Section title="Developer access tokens">
        <DataTable
          label="Access tokens"
          columns={COLUMNS}
          read={{ data: rows, error, refetch }}
          rowKey={({ id }) => id}
          isTitled
          empty={{ title: 'No access tokens', text: 'Create one above for each computer or script.' }}
          pager={pager}
        />
      </Section>
    </Page>
  );
}
