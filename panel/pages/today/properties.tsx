import { Badge, Title } from '@mantine/core';
import { useRead } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { PAGE_SIZE, usePager } from '../../parts/pager.ts';
import { useTeam } from '../../shell/session.tsx';
import { type TodayPropertiesQuery, todayProperties } from './generated.ts';

type Property = TodayPropertiesQuery['properties']['nodes'][number];

const COLUMNS: readonly Column<Property>[] = [
  { title: 'Property', cell: ({ name }) => name },
  {
    title: 'For the next guest',
    cell: ({ guestReady }) =>
      guestReady ? (
        <Badge color="lake" variant="light">
          Ready
        </Badge>
      ) : (
        <Badge color="yellow" variant="light">
          To be cleaned
        </Badge>
      ),
  },
];

/** Which properties are clean and ready for the next guest. */
export function Properties() {
  const { slug } = useTeam();
  const { after, pagerOf } = usePager(slug);
  const { data, error, refetch } = useRead(todayProperties, { first: PAGE_SIZE, after });
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        Properties
      </Title>
      <DataTable
        label="Properties"
        columns={COLUMNS}
        read={{ data: data?.properties.nodes, error, refetch }}
        rowKey={({ id }) => id}
        empty={{ title: 'No properties yet', text: 'A property that is set up for this team stands here.' }}
        pager={pagerOf(data?.properties.pageInfo)}
      />
    </section>
  );
}
