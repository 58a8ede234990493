import { msg, t } from '@lingui/core/macro';
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
  { title: msg`Name`, cell: ({ name }) => name },
  { title: msg`Token`, cell: ({ hint }) => <code>{hint}</code> },
  { title: msg`Permissions`, cell: ({ abilities }) => abilities.join(', ') },
  { title: msg`Created`, cell: ({ createdAt }) => instant(createdAt) },
  { title: msg`Last used`, cell: ({ lastUsedAt }) => (lastUsedAt ? instant(lastUsedAt) : t`Never`) },
  { title: '', numeric: true, cell: (token) => <RevokeToken id={token.id} name={token.name} /> },
];

/** The person's access tokens, which act in their name. */
export function TokensPage() {
  const { data, error, refetch } = useTeamQuery(accessTokensOfDocument, {});
  const { rows, pager } = useRowPager(data?.accessTokens, 'tokens');
  return (
    <Page
      title={t`Access tokens`}
      lead={t`A token lets the platform command and your own scripts manage your apps in your name.`}
    >
      <NewToken />
      <Section title={t`Developer access tokens`}>
        <DataTable
          label={t`Access tokens`}
          columns={COLUMNS}
          read={{ data: rows, error, refetch }}
          rowKey={({ id }) => id}
          isTitled
          empty={{ title: t`No access tokens`, text: t`Create one above for each computer or script.` }}
          pager={pager}
        />
      </Section>
    </Page>
  );
}
