import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { LIVE_MS, useTeamMutation, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { addDays, day, todayIn } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { bookingUnitsDocument } from '../bookings/generated.ts';
import { timelineBlocksDocument, timelineBookingsDocument, timelineUnitTypesDocument } from './generated.ts';
import { Grid } from './grid.tsx';
import { unitsAfterMove } from './lanes.ts';
import { StayDetails } from './stay-details.tsx';
import type { Booking, Move, Stay } from './stays.ts';

/** Days shown per screen, and the step of the buttons. */
const DAYS = 21;
const STEP = 7;

interface Property {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
}

/** Three weeks of stays at a property, in its time zone. */
export function PropertyTimeline({ property }: { readonly property: Property }) {
  const today = todayIn(property.timeZone);
  const [from, setFrom] = useState(addDays(today, -1));
  const span = { from, days: DAYS };
  const unitTypes = useTeamQueryAll(timelineUnitTypesDocument, ({ unitTypes: listed }) => listed, {
    variables: { propertyId: property.id },
  });
  const bookings = useTeamQueryAll(timelineBookingsDocument, ({ hostBookings }) => hostBookings, {
    variables: {
      filter: {
        propertyId: property.id,
        statuses: ['held', 'confirmed'],
        checkInUntil: addDays(from, DAYS - 1),
        checkOutFrom: from,
      },
    },
    refreshMs: LIVE_MS,
  });
  const blocks = useTeamQuery(
    timelineBlocksDocument,
    { propertyId: property.id, from, until: addDays(from, DAYS - 1) },
    { refreshMs: LIVE_MS },
  );
  const assign = useTeamMutation(bookingUnitsDocument);
  const [shown, setShown] = useState<Stay | null>(null);
  const move = ({ booking, from: left, to }: Move) => {
    assign.mutate({ input: { bookingId: booking.id, unitIds: unitsAfterMove(booking, left, to) } });
  };
  const sold = inOrderMade(unitTypes.data ?? []).filter(
    ({ id, active }) => active || bookings.data?.some((booking) => books(booking, id)),
  );
  return (
    <section aria-label={`Timeline of ${property.name}`}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Previous week"
          onClick={() => setFrom(addDays(from, -STEP))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Group gap="sm" justify="center">
          <Text fw={600} aria-live="polite">
            {day(from)} – {day(addDays(from, DAYS - 1))}
          </Text>
          <Button size="xs" variant="default" onClick={() => setFrom(addDays(today, -1))}>
            Today
          </Button>
        </Group>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Next week"
          onClick={() => setFrom(addDays(from, STEP))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <ErrorNote error={unitTypes.error ?? bookings.error} onRetry={() => bookings.refetch()} />
      <ErrorNote error={blocks.error} onRetry={() => blocks.refetch()} />
      <ErrorNote error={assign.error} />
      {unitTypes.data && bookings.data ? (
        sold.length > 0 ? (
          <Grid
            unitTypes={sold}
            bookings={bookings.data}
            blocks={blocks.data?.icalBlocks ?? []}
            {...{ span, today }}
            onMove={move}
            onShow={setShown}
          />
        ) : (
          <EmptyState title="No unit types yet">
            Once this property has a unit type, its units appear here.
          </EmptyState>
        )
      ) : (
        !unitTypes.error && !bookings.error && <Loading label="Loading bookings" lines={8} />
      )}
      <StayDetails stay={shown} onMove={move} onClose={() => setShown(null)} />
    </section>
  );
}

const books = ({ lines }: Booking, unitTypeId: string) =>
  lines.some((line) => line.unitTypeId === unitTypeId);
