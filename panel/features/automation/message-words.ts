import type { MessageVariable } from '../../../kit/message-variables.ts';
import { count } from '../../format/dates.ts';
import type { BookingSourceKind, EditedRuleFragment, MessageChannel, MessageTrigger } from './generated.ts';

/** Roles that change templates and rules, in addition to owners. */
export const EDITOR_ROLES = ['manager'] as const;

const options = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] })); // the keys are exactly T

export const TRIGGERS = options<MessageTrigger>({
  booked: 'When the booking is confirmed',
  paid: 'When the guest has paid in full',
  changed: 'When the stay changes',
  cancelled: 'When the booking is cancelled',
  before_check_in: 'Before check-in',
  check_in_day: 'On the check-in day',
  after_check_out: 'At or after check-out',
});

export const CHANNELS = [
  { value: 'conversation', label: 'Conversation and email' },
  { value: 'email', label: 'Email only' },
] as const satisfies readonly { readonly value: MessageChannel; readonly label: string }[];

export const SOURCES = options<BookingSourceKind>({
  direct: 'Your site',
  agent: 'AI agents',
  host: 'Your team',
  request: 'Guest requests',
  channel: 'Channels',
});

/** The value that each variable stands for. */
export const VARIABLE_WORDS: Readonly<Record<MessageVariable, string>> = {
  'guest.firstName': 'First name',
  'guest.lastName': 'Last name',
  'stay.checkIn': 'Check-in date',
  'stay.checkOut': 'Check-out date',
  'stay.nights': 'Number of nights',
  'unit.name': 'Assigned unit',
  'unitType.name': 'Unit type',
  'property.name': 'Property',
  'booking.reference': 'Booking reference',
  'door.code': 'Door code',
  balance: 'Balance',
  permalink: 'Link to the booking',
};

/** Returns a rule's time in words: `2 days before check-in at 10:00`. */
export function timeWords({ trigger, hours, days, at }: EditedRuleFragment): string {
  const time = at === null ? '' : ` at ${at}`;
  if (trigger === 'check_in_day') return `On the check-in day${time}`;
  if (trigger !== 'before_check_in' && trigger !== 'after_check_out')
    return TRIGGERS.find(({ value }) => value === trigger)?.label ?? trigger;
  const isBefore = trigger === 'before_check_in';
  const span = days === null ? count(hours ?? 0, 'hour') : count(days, 'day');
  if ((days ?? hours ?? 0) > 0) return `${span} ${isBefore ? 'before check-in' : 'after check-out'}${time}`;
  if (days === null) return isBefore ? 'At check-in' : 'At check-out';
  return `On the ${isBefore ? 'check-in' : 'check-out'} day${time}`;
}

/** Returns a rule's filters in words; null if it applies to every stay. */
export function filterWords({ filters }: EditedRuleFragment): string | null {
  const { propertyIds, ratePlanIds, sources, minNights, maxNights } = filters;
  const words = [
    ...(propertyIds.length > 0 ? [count(propertyIds.length, 'property', 'properties')] : []),
    ...(ratePlanIds.length > 0 ? [count(ratePlanIds.length, 'rate plan')] : []),
    ...(sources.length > 0
      ? [
          SOURCES.filter(({ value }) => sources.includes(value))
            .map(({ label }) => label)
            .join(', '),
        ]
      : []),
    ...(minNights !== null ? [`at least ${count(minNights, 'night')}`] : []),
    ...(maxNights !== null ? [`at most ${count(maxNights, 'night')}`] : []),
  ];
  return words.length > 0 ? `Only: ${words.join('; ')}` : null;
}
