import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { PriceTable } from '../../components/price-table.tsx';
import { count, dayAndYear, instant, instantAt, nightsBetween } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { MessageLog } from '../automation/message-log.tsx';
import { BookingInvoices } from '../invoices/booking-invoices.tsx';
import { GuestMessages } from '../messages/guest-messages.tsx';
import { WaitingChanges } from '../requests/waiting-changes.tsx';
import { AssignUnits } from './assign-units.tsx';
import { BookingMenu } from './booking-menu.tsx';
import { BookingTasks } from './booking-tasks.tsx';
import { BookingBadge, partyWords, sourceWords, unitWords } from './booking-words.tsx';
import { CancelBooking } from './cancel-booking.tsx';
import { ChangeStay } from './change-stay.tsx';
import { Folio } from './folio.tsx';
import { type BookingCancellerKind, type BookingDetailQuery, bookingDetailDocument } from './generated.ts';
import { MarkPaid } from './mark-paid.tsx';
import { MoneyFacts } from './money-facts.tsx';
import { MoveUnit } from './move-unit.tsx';
import { NightlyPrices } from './nightly-prices.tsx';
import { Payments } from './payments.tsx';
import { StayActions, StayBadge } from './stay-actions.tsx';
import { lacksUnit, SuggestUnits } from './suggest-units.tsx';

type Booking = NonNullable<BookingDetailQuery['booking']>;

/** One booking: guest, stay, price, source and payments. */
export function BookingPage() {
  const { id = '' } = useParams();
  const isDesk = isOneOf(useTeam(), ['manager', 'front_desk']);
  const { data, error, refetch } = useTeamQuery(
    bookingDetailDocument,
    { id, isDesk },
    { refreshMs: LIVE_MS },
  );
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label="Loading the booking" />;
  const { booking } = data;
  if (!booking) {
    return (
      <NotFoundPage title="Booking" list={{ href: '/bookings', label: 'All bookings' }}>
        This team has no booking with that number. It may belong to another of your teams.
      </NotFoundPage>
    );
  }
  return (
    <Page
      title={booking.reference}
      lead={<BackLink href="/bookings">All bookings</BackLink>}
      actions={
        <OnlyFor roles={['manager', 'front_desk']}>
          <StayActions booking={booking} />
          <ChangeStay booking={booking} />
          {lacksUnit(booking) && <SuggestUnits bookingId={booking.id} names={unitNamesOf(booking)} />}
          <MoveUnit booking={booking} />
          <AssignUnits booking={booking} />
          <CancelBooking booking={booking} />
          <MarkPaid booking={booking} />
          <BookingMenu booking={booking} />
        </OnlyFor>
      }
    >
      <WaitingChanges bookingId={id} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title="Guest and stay">
          <Facts facts={stayFacts(booking)} />
        </Panel>
        <Panel title="Price of the stay">
          <Price booking={booking} />
        </Panel>
      </SimpleGrid>
      {booking.cancellation && (
        <Panel title="Cancellation">
          <Cancellation booking={booking} cancellation={booking.cancellation} />
        </Panel>
      )}
      {booking.folio && <Folio booking={booking} folio={booking.folio} />}
      <OnlyFor roles={['manager', 'front_desk']}>
        <BookingInvoices booking={booking} />
        <Payments sessions={booking.paymentSessions ?? []} />
        <GuestMessages about={{ bookingId: id }} canStart={booking.source.kind !== 'channel'} />
        <MessageLog bookingId={id} timeZone={booking.property?.timeZone} />
        <BookingTasks booking={booking} taskTypes={data.taskTypes} />
      </OnlyFor>
      {booking.customFields.length > 0 && (
        <Panel title="From apps">
          <Facts
            facts={booking.customFields.map(({ namespace, key, value }) => [`${namespace}: ${key}`, value])}
          />
        </Panel>
      )}
    </Page>
  );
}

const unitNamesOf = ({ lines }: Booking): ReadonlyMap<string, string> =>
  new Map(lines.flatMap(({ unitType }) => unitType?.namedUnits ?? []).map(({ id, name }) => [id, name]));

const stayFacts = (booking: Booking) =>
  [
    ['Status', <BookingBadge key="status" status={booking.status} />],
    ...(booking.status === 'confirmed'
      ? ([['Stay', <StayBadge key="stay" booking={booking} />]] as const)
      : []),
    ...(booking.status === 'held'
      ? ([['Held until', instantAt(booking.holdExpiresAt, booking.property?.timeZone)]] as const)
      : []),
    ['Guest', <Guest key="guest" booking={booking} />],
    [
      'Email',
      booking.guestEmail === null ? (
        '—'
      ) : (
        <Anchor key="mail" inherit href={`mailto:${booking.guestEmail}`}>
          {booking.guestEmail}
        </Anchor>
      ),
    ],
    ['Phone', <PhoneLink key="phone" phone={booking.guestPhone} />],
    ['Guests', partyWords(booking.party)],
    ['Property', booking.property?.name ?? '—'],
    ['Check-in', dayAndYear(booking.checkIn)],
    ...(booking.arrivalTime === null ? [] : ([['Arrival time', booking.arrivalTime]] as const)),
    ['Check-out', dayAndYear(booking.checkOut)],
    ['Length of stay', count(nightsBetween(booking.checkIn, booking.checkOut), 'night')],
    ['Booked by', booking.sourceLabel ?? sourceWords(booking.source)],
    ['Booked on', instant(booking.createdAt)],
    ...(booking.agreedPrice ? ([['Agreed price', priceWords(booking.agreedPrice)]] as const) : []),
    ...(booking.note ? ([['Note', booking.note]] as const) : []),
  ] as const;

/** Formats what was agreed about the price. */
const priceWords = ({ mode, reason }: NonNullable<Booking['agreedPrice']>): string =>
  `${mode === 'total' ? 'One total for the stay' : 'A price for each night'}${reason === null ? '' : `: ${reason}`}`;

/** The name used for the booking, with a link to the guest. */
function Guest({ booking: { guestFirstName, guestLastName, guest } }: { readonly booking: Booking }) {
  const name = `${guestFirstName} ${guestLastName}`;
  return guest ? (
    <Anchor component={Link} inherit href={`/guests/${guest.id}`}>
      {name}
    </Anchor>
  ) : (
    name
  );
}

interface CancellationProps {
  readonly booking: Booking;
  readonly cancellation: NonNullable<Booking['cancellation']>;
}

const CANCELLERS = {
  guest: 'the guest',
  host: 'your team',
  app: 'an app',
  platform: 'the platform',
  channel: 'the channel',
} as const satisfies Readonly<Record<BookingCancellerKind, string>>;

/** The cancellation, the terms that the booking was sold with, and the refund due from the amount paid. */
function Cancellation({ booking: { refund, currency, property }, cancellation }: CancellationProps) {
  const { text, by, at, reason, fee } = cancellation;
  const { dueNow = null, due = null, refunded = 0 } = refund ?? {};
  return (
    <>
      {by && at && (
        <Text>
          Cancelled by {CANCELLERS[by.kind]} on {instantAt(at, property?.timeZone)}.
          {fee === null ? '' : ` Fee: ${money(fee, currency)}.`}
        </Text>
      )}
      {reason !== null && <Text mt="xs">Reason: {reason}</Text>}
      {text?.split('\n').map((line) => (
        <Text key={line} mt={by ? 'xs' : 0}>
          {line}
        </Text>
      ))}
      {dueNow !== null && <Text mt="xs">Refund due if cancelled now: {money(dueNow, currency)}.</Text>}
      {due !== null && (
        <Text mt="xs" fw={600}>
          Refund due: {money(due, currency)}.
        </Text>
      )}
      {refunded > 0 && <Text mt="xs">Refunded so far: {money(refunded, currency)}.</Text>}
    </>
  );
}

function Price({ booking }: { readonly booking: Booking }) {
  const { lines, totals, dueAtProperty, currency, payment } = booking;
  return (
    <>
      {lines.map(({ title, quantity, units }) => (
        <Group key={title} justify="space-between" mb="xs">
          <Text fw={600}>{title}</Text>
          <Text c="dimmed">{units.length > 0 ? unitWords(units) : count(quantity, 'unit')}</Text>
        </Group>
      ))}
      <PriceTable {...{ totals, dueAtProperty, currency }} />
      <NightlyPrices {...{ lines, currency }} />
      {booking.folio?.charges.some(({ kind }) => kind === 'extra' || kind === 'adjustment') && (
        <Text mt="xs" c="dimmed" size="sm">
          The folio also has extras or adjustments.
        </Text>
      )}
      {!booking.folio && (booking.status === 'held' || booking.status === 'confirmed') && (
        <MoneyFacts payment={payment} currency={currency} />
      )}
    </>
  );
}
