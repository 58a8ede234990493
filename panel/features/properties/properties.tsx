import { msg, t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { type PropertiesPageQuery, propertiesPageDocument } from './generated.ts';

type Property = NonNullable<PropertiesPageQuery['properties']>['nodes'][number];

const COLUMNS: readonly Column<Property>[] = [
  {
    title: msg`Property`,
    cell: ({ id, name }) => (
      <Anchor component={Link} href={`/properties/${id}`} size="sm" fw={600}>
        {name}
      </Anchor>
    ),
  },
  { title: msg`Time zone`, cell: ({ timeZone }) => timeZone },
  { title: msg`Currency`, cell: ({ currency }) => currency },
  { title: msg`Unit types`, cell: ({ unitTypes }) => unitTypes.length, numeric: true },
  {
    title: msg`Units`,
    cell: ({ unitTypes }) => unitTypes.reduce((sum, { units }) => sum + units, 0),
    numeric: true,
  },
];

/** The team's properties. */
export function PropertiesPage() {
  const { after, pagerOf } = usePager('properties');
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(propertiesPageDocument, {
    first: PAGE_SIZE,
    after,
  });
  const rows = data?.properties?.nodes;
  return (
    <Page title={t`Properties`} lead={t`Your properties and their unit types.`}>
      <DataTable
        label={t`Properties`}
        columns={COLUMNS}
        read={{ data: rows, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: t`No property yet`, text: t`Once this team has a property, it appears here.` }}
        pager={pagerOf(data?.properties?.pageInfo)}
      />
    </Page>
  );
}
