import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../components/data-table.tsx';
import { day, instantAt, nightsBetween, timeLeft } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { partyWords } from '../bookings/booking-words.tsx';
import type { RequestRowFragment } from './generated.ts';
import { guestWords, RequestBadge } from './request-words.tsx';

type RequestColumn = Column<RequestRowFragment>;

/** The guest, with the reference as a link to the request. */
export const GUEST: RequestColumn = {
  title: msg`Guest`,
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
  title: msg`Unit type`,
  cell: ({ title, units }) => (units > 1 ? `${units} × ${title}` : title),
};

/** Check-in and check-out. */
export const STAY: RequestColumn = {
  title: msg`Stay`,
  cell: ({ checkIn, checkOut, party }) => (
    <div>
      <Text size="sm">
        {day(checkIn)} – {day(checkOut)}
      </Text>
      <Text size="sm" c="dimmed">
        <Plural value={nightsBetween(checkIn, checkOut)} one="# night" other="# nights" />,{' '}
        {partyWords(party)}
      </Text>
    </div>
  ),
};

/** Time left to respond. */
export const answerBy = (now: number): RequestColumn => ({
  title: msg`Answer by`,
  cell: ({ respondBy, property, holdsNights }) =>
    respondBy && (
      <div>
        <Text size="sm" fw={600}>
          {timeLeft(respondBy, now)}
        </Text>
        <Text size="sm" c="dimmed">
          {instantAt(respondBy, property?.timeZone)}
          {holdsNights && t`, nights held`}
        </Text>
      </div>
    ),
});

/** The request's outcome. */
export const STATUS: RequestColumn = {
  title: msg`Status`,
  cell: ({ status, test }) => (
    <div>
      <RequestBadge status={status} />
      {test && (
        <Text size="xs" c="dimmed" mt={4}>
          <Trans>Test request</Trans>
        </Text>
      )}
    </div>
  ),
};

/** The price that the guest was shown. */
export const TOTAL: RequestColumn = {
  title: msg`Total`,
  numeric: true,
  cell: ({ quote }) => money(quote.total, quote.currency),
};
