import { Group } from '@mantine/core';
import { LIVE_MS, useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { type TodayPropertiesQuery, todayPropertiesDocument } from './generated.ts';
import { Moves } from './moves.tsx';
import { todayAt } from './today-dates.ts';

/** A host's morning overview: arrivals, departures, and whether the rooms are ready. */
export function TodayPage() {
  const { data, error, refetch } = useTeamQueryAll(
    todayPropertiesDocument,
    ({ properties: listed }) => listed,
    {
      refreshMs: LIVE_MS,
    },
  );
  const properties = data && inOrderMade(data);
  const today = todayAt(properties ?? []);
  return (
    <Page title="Today" lead={dayAndYear(today.last)}>
      <ErrorNote error={error} onRetry={refetch} />
      {properties ? <Day properties={properties} /> : !error && <Loading label="Loading today" />}
    </Page>
  );
}

type Properties = NonNullable<TodayPropertiesQuery['properties']>['nodes'];

function Day({ properties }: { readonly properties: Properties }) {
  if (properties.length === 0) {
    return (
      <EmptyState title="No properties yet">
        Once this team has a property, its guests appear here.
      </EmptyState>
    );
  }
  const today = todayAt(properties);
  return (
    <>
      <Moves kind="arrivals" today={today} />
      <Moves kind="departures" today={today} />
      <Panel title="Ready for the next guest">
        <Group component="ul" gap="lg" p={0} m={0}>
          {properties.map(({ id, name, guestReady }) => (
            <Group key={id} component="li" gap="xs">
              <span>{name}</span>
              <StatusBadge tone={guestReady ? 'good' : 'waiting'}>
                {guestReady ? 'Ready' : 'Not ready'}
              </StatusBadge>
            </Group>
          ))}
        </Group>
      </Panel>
    </>
  );
}
