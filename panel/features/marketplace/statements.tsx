import { msg, t } from '@lingui/core/macro';
import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { translated } from '../../i18n/translated.ts';
import { type AppInvoiceStatus, overdueStatementsDocument, platformStatementsDocument } from './generated.ts';
import { STATEMENT_COLUMNS } from './statement-columns.tsx';

const FILTERS = translated([
  { value: 'all', label: msg`All` },
  { value: 'open', label: msg({ message: 'Open', context: 'status' }) },
  { value: 'overdue', label: msg`Overdue` },
  { value: 'paid', label: msg`Paid` },
  { value: 'credited', label: msg`Credited` },
]);

const SIZES = [
  { value: String(PAGE_SIZE), label: String(PAGE_SIZE) },
  { value: '50', label: '50' },
  { value: '100', label: '100' },
];

/** All teams' statements for paid apps, for operators; overdue ones first. */
export function StatementsPage() {
  const { search, field } = useSearch();
  const [shown, setShown] = useState<string>('all');
  const [size, setSize] = useState(String(PAGE_SIZE));
  const { after, pagerOf } = usePager(`${shown} ${size} ${search}`);
  const isOverdue = shown === 'overdue';
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(platformStatementsDocument, {
    search,
    status: shown === 'all' || isOverdue ? null : (shown as AppInvoiceStatus), // the control offers only these values
    overdue: isOverdue,
    first: Number(size),
    after,
  });
  return (
    <Page
      title={t`Marketplace`}
      lead={t`Teams' statements for paid apps and themes, latest first. They're issued on the 1st and due 14 days later.`}
      actions={<SearchField by={t`number or team`} {...field} />}
    >
      {shown === 'all' && search === '' && <Overdue />}
      <Section title={t`Statements`}>
        <Group justify="space-between" align="flex-end" mb="sm">
          <SegmentedControl aria-label={t`Status`} data={[...FILTERS]} value={shown} onChange={setShown} />
          <NativeSelect
            label={t`Rows per page`}
            data={SIZES}
            value={size}
            onChange={({ currentTarget }) => setSize(currentTarget.value)}
          />
        </Group>
        <DataTable
          label={t`Statements`}
          columns={STATEMENT_COLUMNS}
          read={{ data: data && (data.platformAppInvoices?.nodes ?? []), error, refetch, isPlaceholderData }}
          rowKey={({ id }) => id}
          empty={
            shown === 'all' && search === ''
              ? {
                  title: t`No statements yet`,
                  text: t`Teams get one after a month in which a paid app charged something.`,
                }
              : { title: t`No results`, text: t`No statements match this search.` }
          }
          pager={pagerOf(data?.platformAppInvoices?.pageInfo)}
          isTitled
        />
      </Section>
    </Page>
  );
}

/** Overdue statements, longest overdue first; hidden if every statement is paid in time. */
function Overdue() {
  const { after, pagerOf } = usePager('overdue');
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(overdueStatementsDocument, {
    first: PAGE_SIZE,
    after,
  });
  const rows = data?.platformAppInvoices?.nodes ?? [];
  if (rows.length === 0 && after === null && !error) return null;
  return (
    <Section title={t`Overdue`}>
      <DataTable
        label={t`Overdue statements`}
        columns={STATEMENT_COLUMNS}
        read={{ data: data && rows, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: t`No overdue statements` }}
        pager={pagerOf(data?.platformAppInvoices?.pageInfo)}
        isTitled
      />
    </Section>
  );
}
