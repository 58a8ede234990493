import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { PhoneLink } from '../../components/phone-link.tsx';
import { count, dayAndYear, instant, instantAt, nightsBetween } from '../../format/dates.ts';
import { partyWords } from '../bookings/booking-words.tsx';
import type { RequestDetail } from './request-detail.ts';
import { guestWords, RequestBadge, reasonWords } from './request-words.tsx';

/** Returns all facts about a request in short form: its status, guest and stay. */
export const requestFacts = (request: RequestDetail) =>
  [
    ['Status', <RequestBadge key="status" status={request.status} />],
    ...stateFacts(request),
    ['Guest', guestWords(request)],
    [
      'Email',
      request.guest.email === null ? (
        '—'
      ) : (
        <Anchor key="mail" inherit href={`mailto:${request.guest.email}`}>
          {request.guest.email}
        </Anchor>
      ),
    ],
    ['Phone', <PhoneLink key="phone" phone={request.guest.phone} />],
    ['Guests', partyWords(request.party)],
    ['Unit type', request.units > 1 ? `${request.units} × ${request.title}` : request.title],
    ['Property', request.property?.name ?? '—'],
    ['Check-in', dayAndYear(request.checkIn)],
    ...(request.arrivalTime === null ? [] : ([['Arrival time', request.arrivalTime]] as const)),
    ['Check-out', dayAndYear(request.checkOut)],
    ['Length of stay', count(nightsBetween(request.checkIn, request.checkOut), 'night')],
    ['Requested on', instant(request.createdAt)],
  ] as const;

/** Returns the facts that only apply to the request's status. */
function stateFacts({ status, respondBy, payBy, timeZone, booking, ...request }: RequestDetail) {
  return [
    ...(status === 'pending' && respondBy !== null
      ? ([['Answer by', instantAt(respondBy, timeZone)]] as const)
      : []),
    ...(status === 'pending'
      ? ([['Nights', request.holdsNights ? 'Held for this request' : 'Still on sale']] as const)
      : []),
    ...(status === 'accepted' && payBy !== null ? ([['Pay by', instantAt(payBy, timeZone)]] as const) : []),
    ...(booking
      ? ([
          [
            'Booking',
            <Anchor key="booking" component={Link} inherit href={`/bookings/${booking.id}`}>
              {booking.reference}
            </Anchor>,
          ],
        ] as const)
      : []),
    ...(request.declineReason ? ([['Reason', reasonWords(request.declineReason)]] as const) : []),
    ...(request.declineText ? ([['Note', request.declineText]] as const) : []),
  ];
}
