import { Group } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { todayOverviewDocument } from './generated.ts';
import { Moves } from './moves.tsx';
import { latestToday } from './today-dates.ts';

/** A host's morning overview, in one operation: arrivals, departures, and whether the rooms are ready. */
export function TodayPage() {
  const arrivals = usePager('arrivals');
  const departures = usePager('departures');
  const rooms = usePager('rooms');
  const after = {
    arrivalsAfter: arrivals.after,
    departuresAfter: departures.after,
    propertiesAfter: rooms.after,
  };
  const { data, error, refetch } = useTeamQuery(
    todayOverviewDocument,
    { first: PAGE_SIZE, ...after },
    { refreshMs: LIVE_MS },
  );
  const properties = inOrderMade(data?.properties?.nodes ?? []);
  const roomPager = rooms.pagerOf(data?.properties?.pageInfo);
  if (data && properties.length === 0 && !roomPager.hasPrevious) {
    return (
      <Page title="Today" lead={dayAndYear(latestToday([]))}>
        <EmptyState title="No properties yet">
          Once this team has a property, its guests appear here.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Today" lead={dayAndYear(latestToday(properties))}>
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label="Loading today" />}
      {data && (
        <>
          <Moves
            kind="arrivals"
            read={{ data: data.arrivals.nodes, error: null, refetch }}
            pager={arrivals.pagerOf(data.arrivals.pageInfo)}
          />
          <Moves
            kind="departures"
            read={{ data: data.departures.nodes, error: null, refetch }}
            pager={departures.pagerOf(data.departures.pageInfo)}
          />
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
            <PageButtons label="Properties" pager={roomPager} />
          </Panel>
        </>
      )}
    </Page>
  );
}
