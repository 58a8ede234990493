import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Section } from '../../components/panel.tsx';
import { useNow } from '../../components/use-now.ts';
import { instantAt, timeLeft } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { AcceptChange } from './accept-change.tsx';
import { ChangedGuest, ChangedStay } from './change-cells.tsx';
import { DeclineChange } from './decline-change.tsx';
import { changesWaitingDocument } from './generated.ts';
import type { WaitingChange } from './waiting-change.ts';

type ChangeColumn = Column<WaitingChange>;

const GUEST: ChangeColumn = { title: msg`Guest`, cell: ({ booking }) => <ChangedGuest booking={booking} /> };

/** The booking's unit count, which a change request keeps. */
const unitsOf = ({ booking }: Pick<WaitingChange, 'booking'>): number | null =>
  booking?.lines.reduce((sum, { quantity }) => sum + quantity, 0) ?? null;

const BOOKED: ChangeColumn = {
  title: msg`Booked`,
  cell: ({ booking }) =>
    booking && <ChangedStay {...booking} {...booking.party} units={unitsOf({ booking })} />,
};

const REQUESTED: ChangeColumn = {
  title: msg`Requested`,
  cell: ({ arrivalTime, ...request }) => (
    <div>
      <ChangedStay {...request} units={unitsOf(request)} />
      {arrivalTime && (
        <Text size="sm" c="dimmed">
          <Trans>Arrives at {arrivalTime}</Trans>
        </Text>
      )}
    </div>
  ),
};

const PRICE: ChangeColumn = {
  title: msg`New total`,
  numeric: true,
  cell: ({ total, difference, booking }) =>
    booking && (
      <div>
        <Text size="sm">{money(total, booking.currency)}</Text>
        <Text size="sm" c="dimmed">
          {difference > 0 && '+'}
          {money(difference, booking.currency)}
        </Text>
      </div>
    ),
};

const answerBy = (now: number): ChangeColumn => ({
  title: msg`Answer by`,
  cell: ({ expiresAt, booking }) => (
    <div>
      <Text size="sm" fw={600}>
        {timeLeft(expiresAt, now)}
      </Text>
      <Text size="sm" c="dimmed">
        {instantAt(expiresAt, booking?.property?.timeZone)}
      </Text>
    </div>
  ),
});

const ANSWER: ChangeColumn = {
  title: msg`Answer`,
  cell: (request) => (
    <OnlyFor roles={['manager', 'front_desk']}>
      <Group gap="xs" wrap="nowrap">
        <DeclineChange request={request} />
        <AcceptChange request={request} />
      </Group>
    </OnlyFor>
  ),
};

/** Guests' pending requests to change a booking, earliest deadline first; hidden if empty. */
export function WaitingChanges({ bookingId = null }: { readonly bookingId?: string | null }) {
  const now = useNow();
  const { data, error, refetch } = useTeamQuery(
    changesWaitingDocument,
    { bookingId },
    { refreshMs: LIVE_MS },
  );
  const waiting = data?.bookingChangeRequests?.toSorted((one, other) =>
    one.expiresAt.localeCompare(other.expiresAt),
  );
  if (!error && !waiting?.length) return null;
  const guest = bookingId === null ? [GUEST] : [];
  return (
    <Section title={t`Requested changes`}>
      <DataTable
        label={t`Requested changes`}
        columns={[...guest, BOOKED, REQUESTED, PRICE, answerBy(now), ANSWER]}
        read={{ data: waiting, error, refetch }}
        rowKey={({ id }) => id}
        empty={{ title: t`No changes are waiting for an answer`, text: t`Guests' requests appear here.` }}
      />
    </Section>
  );
}
