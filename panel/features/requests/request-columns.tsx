import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../components/data-table.tsx';
import { count, day, instantAt, nightsBetween, timeLeft } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { partyWords } from '../bookings/booking-words.tsx';
import type { RequestRowFragment } from './generated.ts';
import { guestWords, RequestBadge } from './request-words.tsx';

type RequestColumn = Column<RequestRowFragment>;

/** The guest, with the reference as a link to the request. */
export const GUEST: RequestColumn = {
  title: 'Guest',
  cell: (request) => (
    <div>
      <Text fw={600} size="sm">
        {guestWords(request)}
      </Text>
      <Anchor component={Link} href={`/bookings/requests/${request.id}`} size="sm">
        {request.reference}
      </Anchor>
    </div>
  ),
};

/** The requested unit type. */
export const ROOM: RequestColumn = {
  title: 'Unit type',
  cell: ({ title, units }) => (units > 1 ? `${units} × ${title}` : title),
};

/** Check-in and check-out. */
export const STAY: RequestColumn = {
  title: 'Stay',
  cell: ({ checkIn, checkOut, party }) => (
    <div>
      <Text size="sm">
        {day(checkIn)} – {day(checkOut)}
      </Text>
      <Text size="sm" c="dimmed">
        {count(nightsBetween(checkIn, checkOut), 'night')}, {partyWords(party)}
      </Text>
    </div>
  ),
};

/** Time left to respond. */
export const answerBy = (now: number): RequestColumn => ({
  title: 'Answer by',
  cell: ({ respondBy, property, holdsNights }) =>
    respondBy && (
      <div>
        <Text size="sm" fw={600}>
          {timeLeft(respondBy, now)}
        </Text>
        <Text size="sm" c="dimmed">
          {instantAt(respondBy, property?.timeZone)}
          {holdsNights && ', nights held'}
        </Text>
      </div>
    ),
});

/** The request's outcome. */
export const STATUS: RequestColumn = {
  title: 'Status',
  cell: ({ status, test }) => (
    <div>
      <RequestBadge status={status} />
      {test && (
        <Text size="xs" c="dimmed" mt={4}>
          Test request
        </Text>
      )}
    </div>
  ),
};

/** The price that the guest was shown. */
export const TOTAL: RequestColumn = {
  title: 'Total',
  numeric: true,
  cell: ({ quote }) => money(quote.total, quote.currency),
};
