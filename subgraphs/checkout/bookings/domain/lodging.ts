import { type CancellationTerms, cancellationCost } from '#kit/cancellation.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { nightsBetween } from '#kit/dates.ts';
import { languageOf } from '#kit/language.ts';
import { masked } from '../../domain/masking.ts';
import { dueAtProperty } from '../../domain/totals.ts';
import type {
  CheckoutCancellation,
  CheckoutLodging,
  CheckoutLodgingInput,
  CheckoutRefundability,
  CheckoutStay,
} from '../../generated.ts';
import type { StayPriceInput } from '../../operations/generated.ts';
import type { Buyer, Line, Quote, Session, StayGuests, StayParty } from '../../store/entities.ts';
import { agreedPayment, isFree, quotedPayment } from './booking-payment.ts';

type QuotedLine = Quote['lines'][number];

/** True on the UCP lodging surface (docs/interface/lodging.md). */
const isLodging = ({ surface }: Pick<Session, 'surface'>): boolean => surface === 'ucp_lodging';

const kept = (text: string | null | undefined): string | null => (text == null ? null : masked(text));

/** Converts a request's guests to the session's form: all fields, null if absent, and never a card number. */
export const toStayGuests = (
  { propertyId, guests, travelPurpose, stays }: CheckoutLodgingInput,
  booker: Buyer | null,
): StayGuests => ({
  propertyId,
  booker,
  guests: guests.map((guest) => ({
    id: guest.id,
    firstName: kept(guest.firstName),
    lastName: kept(guest.lastName),
    email: kept(guest.email),
    phoneNumber: kept(guest.phoneNumber),
    age: guest.age ?? null,
  })),
  travelPurpose: kept(travelPurpose),
  stays: stays.map(({ checkIn, checkOut, childAges, ratePlanId, assignments }) => ({
    checkIn: checkIn.toString(),
    checkOut: checkOut.toString(),
    childAges: [...childAges],
    ratePlanId: ratePlanId ?? null,
    assignments: assignments.map(({ guestId, role }) => ({ guestId, role: role ?? null })),
  })),
});

/**
 * Returns the lead guest for the booking (docs/interface/lodging.md#guests): the booker with a name and
 * contact details, else a primary guest with both, else a named primary guest with the booker's contact
 * details. Guests with an email address take precedence. If there is no such person, returns what is known
 * about the booker or first primary guest, so the session can report missing fields.
 */
export function leadOf({ booker, guests, stays }: StayGuests): Buyer | null {
  const assigned = stays.flatMap(({ assignments }) => assignments);
  const primaries = assigned
    .filter(({ role }) => role === 'primary')
    .flatMap(({ guestId }) => guests.filter(({ id }) => id === guestId).slice(0, 1))
    .map(
      ({ firstName, lastName, email, phoneNumber }): Buyer => ({ firstName, lastName, email, phoneNumber }),
    );
  const named = primaries.filter(isNamed);
  const leads = [
    ...(booker && isNamed(booker) && isReachable(booker) ? [booker] : []),
    ...named.filter(isReachable),
    ...(booker && isReachable(booker) ? named.map((guest) => reachedThrough(guest, booker)) : []),
  ];
  return leads.find(({ email }) => isGiven(email)) ?? leads[0] ?? booker ?? primaries[0] ?? null;
}

const isGiven = (text: string | null): boolean => text !== null && text.trim() !== '';
const isNamed = ({ firstName, lastName }: Buyer): boolean => isGiven(firstName) && isGiven(lastName);
const isReachable = ({ email, phoneNumber }: Buyer): boolean => isGiven(email) || isGiven(phoneNumber);
const reachedThrough = ({ firstName, lastName }: Buyer, { email, phoneNumber }: Buyer): Buyer => ({
  firstName,
  lastName,
  email,
  phoneNumber,
});

/** A line in a catalog request, with the price agreed with the guest, if any. */
export interface AskedLine extends Line, Partial<Pick<StayParty, 'childAges' | 'ratePlanId'>> {
  readonly price?: StayPriceInput;
}

/** Adds each stay's known details to its line: the children's ages and the required rate plan. */
export const askedLines = (lines: readonly Line[], guests: StayGuests | null): readonly AskedLine[] =>
  lines.map((line, index) => {
    const { childAges, ratePlanId } = guests?.stays[index] ?? {};
    return { ...line, ...(childAges ? { childAges } : {}), ...(ratePlanId ? { ratePlanId } : {}) };
  });

/** True if bookings from this session get a verification code. */
export const hasPincode = isLodging;

/**
 * Returns true if completing the session confirms the booking: the total is zero, or the rate is paid at the
 * property and completing a lodging session confirms it. On other surfaces the guest first accepts payment at
 * the property, on the host's page.
 */
export const isConfirmedAtOnce = (session: Session, at: Date): boolean =>
  (isFree(session.quote) && session.extras === null) ||
  (isLodging(session) && agreedPayment(session.quote, at).paymentMode === 'at_property');

/** Returns a lodging session's additional fields at a given time; null on other surfaces. */
export function viewLodging(session: Session, now: Date): CheckoutLodging | null {
  if (!isLodging(session)) return null;
  const { quote, guests, lines } = session;
  return {
    propertyId: guests?.propertyId ?? quote.lines[0]?.propertyId ?? '',
    // After the guests are deleted, only the booker is known.
    booker: guests ? guests.booker : session.buyer,
    guests: guests?.guests.map((guest) => ({ ...guest })) ?? [],
    travelPurpose: guests?.travelPurpose ?? null,
    stays: lines.map((_line, index) => viewStay(session, quote.lines[index], guests?.stays[index], now)),
    dueAtProperty: dueAtProperty(quote).map(({ label, amount }) => ({ label, amount })),
    payment: { ...quotedPayment(quote) },
  };
}

function viewStay(
  session: Session,
  line: QuotedLine | undefined,
  party: StayParty | undefined,
  now: Date,
): CheckoutStay {
  return {
    unitTypeId: line?.unitTypeId ?? null,
    propertyId: line?.propertyId ?? null,
    checkIn: line?.checkIn ?? party?.checkIn ?? null,
    checkOut: line?.checkOut ?? party?.checkOut ?? null,
    adults: line?.adults ?? null,
    children: line?.children ?? null,
    childAges: [...(party?.childAges ?? [])],
    assignments: party?.assignments.map((assignment) => ({ ...assignment })) ?? [],
    nightly: [...(line?.nightly ?? [])],
    ratePlan: line?.ratePlan ?? null,
    cancellation: line?.cancellation ? viewTerms(session, line, line.cancellation, now) : null,
  };
}

function viewTerms(
  { quote, locale }: Session,
  line: QuotedLine,
  terms: CancellationTerms,
  now: Date,
): CheckoutCancellation | null {
  const { checkIn, checkOut, subtotal: total, nightly } = line;
  if (checkIn === null || checkOut === null) return null;
  const nights = nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut));
  const stay = { checkIn, timeZone: quote.timeZone ?? 'UTC', total, nightly: nightly ?? [], nights };
  const cost = cancellationCost(terms, stay, Temporal.Instant.fromEpochMilliseconds(now.getTime()));
  return {
    text: cancellationText(terms, quote.currency, languageOf(locale ?? quote.locale ?? null)),
    refundability: refundabilityOf(cost, total),
  };
}

function refundabilityOf(cost: number, total: number): CheckoutRefundability {
  if (cost === 0) return 'refundable';
  return cost < total ? 'partially_refundable' : 'non_refundable';
}

/** Returns a lodging session's fields after its people are erased. */
export const withoutPeople = (lodging: CheckoutLodging): CheckoutLodging => ({
  ...lodging,
  booker: null,
  guests: [],
  stays: lodging.stays.map((stay) => ({ ...stay, childAges: [], assignments: [] })),
});
