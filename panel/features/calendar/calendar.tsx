import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { addDays, day, todayIn } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { NewBooking } from '../bookings/new-booking.tsx';
import classes from './calendar.module.css';
import { calendarPropertiesDocument } from './generated.ts';
import { Grid } from './grid.tsx';
import { Legend } from './legend.tsx';
import { horizon } from './range.ts';
import { lastOf, nightsIn, stepOf } from './span.ts';
import type { Property } from './stays.ts';
import { useCalendarPlace } from './use-calendar-place.ts';

/** Bookings, rates and free units night by night, at one or all properties. */
export function CalendarPage() {
  const { data, error, refetch } = useTeamQueryAll(
    calendarPropertiesDocument,
    ({ properties: listed }) => listed,
  );
  const { propertyId, set } = useCalendarPlace();
  const properties = inOrderMade(data ?? []);
  const picked = properties.filter(({ id }) => id === propertyId);
  const shown = picked.length > 0 ? picked : properties;
  const [first] = shown;
  return (
    <Page
      title={t`Calendar`}
      lead={t`Bookings, rates and free units, night by night.`}
      actions={
        first && (
          <div className={classes.tools}>
            {properties.length > 1 && (
              <NativeSelect
                aria-label={t`Property`}
                value={picked[0]?.id ?? ''}
                data={[
                  { value: '', label: t`All properties` },
                  ...properties.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={({ currentTarget: { value } }) => set({ property: value })}
              />
            )}
            <OnlyFor roles={['manager', 'front_desk']}>
              <NewBooking />
            </OnlyFor>
          </div>
        )
      }
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading the calendar`} lines={8} />}
      {first && <Nights properties={shown} today={todayIn(first.timeZone)} />}
      {data && !first && (
        <EmptyState title={t`No properties yet`}>
          <Trans>Once a property has a unit type, its units and nights appear here.</Trans>
        </EmptyState>
      )}
    </Page>
  );
}

interface NightsProps {
  readonly properties: readonly Property[];
  readonly today: string;
}

/** The grid, from a start date on, for as many nights as fit. */
function Nights({ properties, today }: NightsProps) {
  const { ref, width } = useElementSize();
  const { start, set } = useCalendarPlace();
  const from = start ?? addDays(today, -1);
  const span = { from, nights: nightsIn(width) };
  const last = horizon(today);
  const turn = (by: -1 | 1) => {
    const next = addDays(from, by * stepOf(span.nights));
    if (next <= last) set({ from: next });
  };
  return (
    <div>
      <Group justify="space-between" gap="sm" mb="sm">
        <Group gap="xs">
          <ActionIcon variant="default" size={44} aria-label={t`Earlier nights`} onClick={() => turn(-1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <Button variant="default" h={44} onClick={() => set({ from: '' })}>
            <Trans>Today</Trans>
          </Button>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t`Later nights`}
            disabled={lastOf(span) >= last}
            onClick={() => turn(1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
          <TextInput
            type="date"
            aria-label={t`Start date`}
            size="md"
            w={150}
            max={last}
            value={from}
            onChange={({ currentTarget: { value } }) => value && set({ from: value })}
          />
        </Group>
        <Text fw={600} aria-live="polite" className={classes.dateRange ?? ''}>
          {day(from)} – {day(lastOf(span))}
        </Text>
      </Group>
      <div ref={ref} className={classes.frame}>
        {width > 0 && <Grid widthPx={width} onTurn={turn} {...{ properties, span, today }} />}
      </div>
      <Legend />
    </div>
  );
}
