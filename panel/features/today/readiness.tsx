import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import type { Column } from '../../components/data-table.tsx';
import { PAGE_SIZE } from '../../components/pager.ts';
import { UnitStatusBadge } from '../housekeeping/unit-status-badge.tsx';
import { type ArrivingUnitsQuery, arrivingUnitsDocument, type MovingBookingFragment } from './generated.ts';

type Arrivals = ArrivingUnitsQuery['hostBookings']['nodes'];

const Arriving = createContext<Arrivals>([]);

interface ReadinessProps {
  /** The page of arrivals, as in the list. */
  readonly after: string | null;
  readonly children: ReactNode;
}

/** Reads the housekeeping of today's arrivals, in an operation of its own: with the lists, it would cost too much. */
export function Readiness({ isRead, after, children }: ReadinessProps & { readonly isRead: boolean }) {
  return isRead ? <Read after={after}>{children}</Read> : children;
}

function Read({ after, children }: ReadinessProps) {
  const { data } = useTeamQuery(arrivingUnitsDocument, { first: PAGE_SIZE, after }, { refreshMs: LIVE_MS });
  return <Arriving value={data?.hostBookings.nodes ?? []}>{children}</Arriving>;
}

/** The housekeeping of an arrival's units, inside `Readiness`. */
export const READINESS: Column<MovingBookingFragment> = {
  title: msg`Housekeeping`,
  cell: ({ id }) => <UnitsReady bookingId={id} />,
};

function UnitsReady({ bookingId }: { readonly bookingId: string }) {
  const booking = useContext(Arriving).find(({ id }) => id === bookingId);
  if (!booking) return null;
  const units = booking.lines.flatMap((line) => line.units);
  if (units.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No unit yet</Trans>
      </Text>
    );
  return units.map(({ id, housekeeping }) => <UnitStatusBadge key={id} status={housekeeping.status} />);
}
