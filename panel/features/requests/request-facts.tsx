import { plural, t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { PhoneLink } from '../../components/phone-link.tsx';
import { dayAndYear, instant, instantAt, nightsBetween } from '../../format/dates.ts';
import { partyWords } from '../bookings/booking-words.tsx';
import type { RequestDetail } from './request-detail.ts';
import { guestWords, RequestBadge, reasonWords } from './request-words.tsx';

/** Returns all facts about a request in short form: its status, guest and stay. */
export const requestFacts = (request: RequestDetail) =>
  [
    [t`Status`, <RequestBadge key="status" status={request.status} />],
    ...stateFacts(request),
    [t`Guest`, guestWords(request)],
    [
      t`Email`,
      request.guest.email === null ? (
        '—'
      ) : (
        <Anchor key="mail" inherit href={`mailto:${request.guest.email}`}>
          {request.guest.email}
        </Anchor>
      ),
    ],
    [t`Phone`, <PhoneLink key="phone" phone={request.guest.phone} />],
    [t`Guests`, partyWords(request.party)],
    [t`Unit type`, request.units > 1 ? `${request.units} × ${request.title}` : request.title],
    [t`Property`, request.property?.name ?? '—'],
    [t`Check-in`, dayAndYear(request.checkIn)],
    ...(request.arrivalTime === null ? [] : ([[t`Arrival time`, request.arrivalTime]] as const)),
    [t`Check-out`, dayAndYear(request.checkOut)],
    [
      t`Length of stay`,
      plural(nightsBetween(request.checkIn, request.checkOut), { one: '# night', other: '# nights' }),
    ],
    [t`Requested on`, instant(request.createdAt)],
  ] as const;

/** Returns the facts that only apply to the request's status. */
function stateFacts({ status, respondBy, payBy, timeZone, booking, ...request }: RequestDetail) {
  return [
    ...(status === 'pending' && respondBy !== null
      ? ([[t`Answer by`, instantAt(respondBy, timeZone)]] as const)
      : []),
    ...(status === 'pending'
      ? ([[t`Nights`, request.holdsNights ? t`Held for this request` : t`Still on sale`]] as const)
      : []),
    ...(status === 'accepted' && payBy !== null ? ([[t`Pay by`, instantAt(payBy, timeZone)]] as const) : []),
    ...(booking
      ? ([
          [
            t`Booking`,
            <Anchor key="booking" component={Link} inherit href={`/bookings/${booking.id}`}>
              {booking.reference}
            </Anchor>,
          ],
        ] as const)
      : []),
    ...(request.declineReason ? ([[t`Reason`, reasonWords(request.declineReason)]] as const) : []),
    ...(request.declineText ? ([[t`Note`, request.declineText]] as const) : []),
  ];
}
