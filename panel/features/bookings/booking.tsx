import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
import { dayAndYear, instant, instantAt, nightsBetween } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
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
  if (!data) return <Loading label={t`Loading the booking`} />;
  const { booking } = data;
  if (!booking) {
    return (
      <NotFoundPage title={t`Booking`} list={{ href: '/bookings', label: t`All bookings` }}>
        <Trans>This team has no booking with that number. It may belong to another of your teams.</Trans>
      </NotFoundPage>
    );
  }
  return (
    <Page
      title={booking.reference}
      lead={
        <BackLink href="/bookings">
          <Trans>All bookings</Trans>
        </BackLink>
      }
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
        <Panel title={t`Guest and stay`}>
          <Facts facts={stayFacts(booking)} />
        </Panel>
        <Panel title={t`Price of the stay`}>
          <Price booking={booking} />
        </Panel>
      </SimpleGrid>
      {booking.cancellation && (
        <Panel title={t`Cancellation`}>
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
        <Panel title={t`From apps`}>
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
    [t`Status`, <BookingBadge key="status" status={booking.status} />],
    ...(booking.status === 'confirmed'
      ? ([[t`Stay`, <StayBadge key="stay" booking={booking} />]] as const)
      : []),
    ...(booking.status === 'held'
      ? ([[t`Held until`, instantAt(booking.holdExpiresAt, booking.property?.timeZone)]] as const)
      : []),
    [t`Guest`, <Guest key="guest" booking={booking} />],
    [
      t`Email`,
      booking.guestEmail === null ? (
        '—'
      ) : (
        <Anchor key="mail" inherit href={`mailto:${booking.guestEmail}`}>
          {booking.guestEmail}
        </Anchor>
      ),
    ],
    [t`Phone`, <PhoneLink key="phone" phone={booking.guestPhone} />],
    [t`Guests`, partyWords(booking.party)],
    [t`Property`, booking.property?.name ?? '—'],
    [t`Check-in`, dayAndYear(booking.checkIn)],
    ...(booking.arrivalTime === null ? [] : ([[t`Arrival time`, booking.arrivalTime]] as const)),
    [t`Check-out`, dayAndYear(booking.checkOut)],
    [
      t`Length of stay`,
      plural(nightsBetween(booking.checkIn, booking.checkOut), { one: '# night', other: '# nights' }),
    ],
    [t`Booked by`, booking.sourceLabel ?? sourceWords(booking.source)],
    [t`Booked on`, instant(booking.createdAt)],
    ...(booking.agreedPrice ? ([[t`Agreed price`, priceWords(booking.agreedPrice)]] as const) : []),
    ...(booking.note ? ([[t`Note`, booking.note]] as const) : []),
  ] as const;

/** Formats what was agreed about the price. */
const priceWords = ({ mode, reason }: NonNullable<Booking['agreedPrice']>): string =>
  `${mode === 'total' ? t`One total for the stay` : t`A price for each night`}${reason === null ? '' : `: ${reason}`}`;

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

const CANCELLERS = translated({
  guest: msg`the guest`,
  host: msg`your team`,
  app: msg`an app`,
  platform: msg`the platform`,
  channel: msg`the channel`,
}) satisfies Readonly<Record<BookingCancellerKind, string>>;

/** The cancellation, the terms that the booking was sold with, and the refund due from the amount paid. */
function Cancellation({ booking: { refund, currency, property }, cancellation }: CancellationProps) {
  const { text, by, at, reason, fee } = cancellation;
  const { dueNow = null, due = null, refunded = 0 } = refund ?? {};
  return (
    <>
      {by && at && (
        <Text>
          <Trans>
            Cancelled by {CANCELLERS[by.kind]} on {instantAt(at, property?.timeZone)}.
          </Trans>{' '}
          {fee !== null && <Trans>Fee: {money(fee, currency)}.</Trans>}
        </Text>
      )}
      {reason !== null && (
        <Text mt="xs">
          <Trans>Reason: {reason}</Trans>
        </Text>
      )}
      {text?.split('\n').map((line) => (
        <Text key={line} mt={by ? 'xs' : 0}>
          {line}
        </Text>
      ))}
      {dueNow !== null && (
        <Text mt="xs">
          <Trans>Refund due if cancelled now: {money(dueNow, currency)}.</Trans>
        </Text>
      )}
      {due !== null && (
        <Text mt="xs" fw={600}>
          <Trans>Refund due: {money(due, currency)}.</Trans>
        </Text>
      )}
      {refunded > 0 && (
        <Text mt="xs">
          <Trans>Refunded so far: {money(refunded, currency)}.</Trans>
        </Text>
      )}
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
          <Text c="dimmed">
            {units.length > 0 ? unitWords(units) : plural(quantity, { one: '# unit', other: '# units' })}
          </Text>
        </Group>
      ))}
      <PriceTable {...{ totals, dueAtProperty, currency }} />
      <NightlyPrices {...{ lines, currency }} />
      {booking.folio?.charges.some(({ kind }) => kind === 'extra' || kind === 'adjustment') && (
        <Text mt="xs" c="dimmed" size="sm">
          <Trans>The folio also has extras or adjustments.</Trans>
        </Text>
      )}
      {!booking.folio && (booking.status === 'held' || booking.status === 'confirmed') && (
        <MoneyFacts payment={payment} currency={currency} />
      )}
    </>
  );
}
