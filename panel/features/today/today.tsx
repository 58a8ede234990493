import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Panel } from '../../components/panel.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { OverbookedNotice } from '../calendars/overbooked-notice.tsx';
import { WaitingRequests } from '../requests/waiting.tsx';
import { WaitingChanges } from '../requests/waiting-changes.tsx';
import { GetStarted } from '../welcome/get-started.tsx';
import { AgentHolds } from './agent-holds.tsx';
import { Balances } from './balances.tsx';
import { Disputes } from './disputes.tsx';
import { type TodayOverviewQuery, todayOverviewDocument } from './generated.ts';
import { InHouse } from './in-house.tsx';
import { Moves } from './moves.tsx';
import { Overdue } from './overdue.tsx';
import { Readiness } from './readiness.tsx';
import { RefundsDue } from './refunds-due.tsx';
import { SkippedMessages } from './skipped-messages.tsx';
import classes from './today.module.css';
import { latestToday } from './today-dates.ts';
import { Unpaid } from './unpaid.tsx';
import { PropertyWeek } from './week.tsx';

/**
 * The desk, in one operation: arrivals, departures and guests in house with their next move, unpaid bookings,
 * overdue tasks for roles that can read tasks, and each property's occupancy this week.
 */
export function TodayPage() {
  const team = useTeam();
  const isDesk = isOneOf(team, ['manager', 'front_desk']);
  const arrivals = usePager('arrivals');
  const departures = usePager('departures');
  const overdue = usePager('overdue');
  const rooms = usePager('rooms');
  const { data, error, refetch } = useTeamQuery(
    todayOverviewDocument,
    {
      first: PAGE_SIZE,
      isDesk,
      arrivalsAfter: arrivals.after,
      departuresAfter: departures.after,
      overdueAfter: overdue.after,
      propertiesAfter: rooms.after,
    },
    { refreshMs: LIVE_MS },
  );
  const properties = inOrderMade(data?.properties?.nodes ?? []);
  const roomPager = rooms.pagerOf(data?.properties?.pageInfo);
  if (data && properties.length === 0 && !roomPager.hasPrevious) {
    return (
      <Page title={t`Today`} lead={dayAndYear(latestToday([]))}>
        <OnlyFor roles={['manager']}>
          <GetStarted />
        </OnlyFor>
        <EmptyState title={t`No properties yet`}>
          <Trans>Once this team has a property, its guests appear here.</Trans>
        </EmptyState>
      </Page>
    );
  }
  const readOf = <TRow,>(rows: readonly TRow[]) => ({ data: rows, error: null, refetch });
  return (
    <Page title={t`Today`} lead={leadOf(properties)}>
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading today`} />}
      {data && (
        <>
          <OnlyFor roles={['manager']}>
            <GetStarted />
          </OnlyFor>
          <OverbookedNotice />
          <InHouse kind="missing" isDesk={isDesk} />
          <Readiness isRead={isDesk} after={arrivals.after}>
            <Moves
              kind="arrivals"
              isDesk={isDesk}
              read={readOf(data.arrivals.nodes)}
              pager={arrivals.pagerOf(data.arrivals.pageInfo)}
            />
          </Readiness>
          <Moves
            kind="departures"
            isDesk={isDesk}
            read={readOf(data.departures.nodes)}
            pager={departures.pagerOf(data.departures.pageInfo)}
          />
          <InHouse kind="inHouse" isDesk={isDesk} />
          <WaitingRequests ifAny />
          <WaitingChanges />
          <AgentHolds />
          <Unpaid />
          <Balances />
          {isDesk && <Disputes />}
          {isDesk && <RefundsDue />}
          {isDesk && <SkippedMessages />}
          {data.overdue && (
            <Overdue
              taskTypes={data.taskTypes ?? null}
              read={readOf(data.overdue.nodes)}
              pager={overdue.pagerOf(data.overdue.pageInfo)}
            />
          )}
          <Panel title={t`The next seven nights`}>
            <Text size="sm" c="dimmed" mb="md">
              <Trans>Booked units out of those on sale. Stripes mark unpaid bookings.</Trans>
            </Text>
            <ul className={classes.properties}>
              {properties.map((property) => (
                <PropertyWeek key={property.id} property={property} />
              ))}
            </ul>
            <PageButtons label={t`Properties`} pager={roomPager} />
          </Panel>
        </>
      )}
    </Page>
  );
}

type Nights = NonNullable<TodayOverviewQuery['properties']>['nodes'];

/** Returns the date, and tonight's booked units out of those on sale. */
function leadOf(properties: Nights): string {
  const tonight = properties.flatMap(({ occupancy }) => occupancy.slice(0, 1));
  const units = tonight.reduce((sum, night) => sum + night.units, 0);
  const booked = tonight.reduce((sum, night) => sum + night.held + night.confirmed, 0);
  const date = dayAndYear(latestToday(properties));
  return units === 0
    ? date
    : plural(booked, {
        one: `${date}. Tonight, # of ${plural(units, { one: '# unit', other: '# units' })} is booked.`,
        other: `${date}. Tonight, # of ${plural(units, { one: '# unit', other: '# units' })} are booked.`,
      });
}
