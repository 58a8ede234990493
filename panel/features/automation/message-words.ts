import { msg, plural, t } from '@lingui/core/macro';
import type { MessageVariable } from '../../../kit/message-variables.ts';
import { translated, translatedOptions } from '../../i18n/translated.ts';
import type { BookingSourceKind, EditedRuleFragment, MessageChannel, MessageTrigger } from './generated.ts';

/** Roles that change templates and rules, in addition to owners. */
export const EDITOR_ROLES = ['manager'] as const;

export const TRIGGERS = translatedOptions<MessageTrigger>({
  booked: msg`When the booking is confirmed`,
  paid: msg`When the guest has paid in full`,
  changed: msg`When the stay changes`,
  cancelled: msg`When the booking is cancelled`,
  before_check_in: msg`Before check-in`,
  check_in_day: msg`On the check-in day`,
  after_check_out: msg`At or after check-out`,
});

export const CHANNELS = translated([
  { value: 'conversation', label: msg`Conversation and email` },
  { value: 'email', label: msg`Email only` },
]) satisfies readonly { readonly value: MessageChannel; readonly label: string }[];

export const SOURCES = translatedOptions<BookingSourceKind>({
  direct: msg`Your site`,
  agent: msg`AI agents`,
  host: msg`Your team`,
  request: msg`Guest requests`,
  channel: msg`Channels`,
});

/** The value that each variable stands for. */
export const VARIABLE_WORDS: Readonly<Record<MessageVariable, string>> = translated({
  'guest.firstName': msg`First name`,
  'guest.lastName': msg`Last name`,
  'stay.checkIn': msg`Check-in date`,
  'stay.checkOut': msg`Check-out date`,
  'stay.nights': msg`Number of nights`,
  'unit.name': msg`Assigned unit`,
  'unitType.name': msg`Unit type`,
  'property.name': msg`Property`,
  'booking.reference': msg`Booking reference`,
  'door.code': msg`Door code`,
  balance: msg`Balance`,
  permalink: msg`Link to the booking`,
});

/** Returns a rule's time in words: `2 days before check-in at 10:00`. */
export function timeWords({ trigger, hours, days, at }: EditedRuleFragment): string {
  const time = at === null ? '' : t` at ${at}`;
  if (trigger === 'check_in_day') return t`On the check-in day${time}`;
  if (trigger !== 'before_check_in' && trigger !== 'after_check_out')
    return TRIGGERS.find(({ value }) => value === trigger)?.label ?? trigger;
  const isBefore = trigger === 'before_check_in';
  const span =
    days === null
      ? plural(hours ?? 0, { one: '# hour', other: '# hours' })
      : plural(days, { one: '# day', other: '# days' });
  if ((days ?? hours ?? 0) > 0)
    return isBefore ? t`${span} before check-in${time}` : t`${span} after check-out${time}`;
  if (days === null) return isBefore ? t`At check-in` : t`At check-out`;
  return isBefore ? t`On the check-in day${time}` : t`On the check-out day${time}`;
}

/** Returns a rule's filters in words; null if it applies to every stay. */
export function filterWords({ filters }: EditedRuleFragment): string | null {
  const { propertyIds, ratePlanIds, sources, minNights, maxNights } = filters;
  const words = [
    ...(propertyIds.length > 0
      ? [plural(propertyIds.length, { one: '# property', other: '# properties' })]
      : []),
    ...(ratePlanIds.length > 0
      ? [plural(ratePlanIds.length, { one: '# rate plan', other: '# rate plans' })]
      : []),
    ...(sources.length > 0
      ? [
          SOURCES.filter(({ value }) => sources.includes(value))
            .map(({ label }) => label)
            .join(', '),
        ]
      : []),
    ...(minNights !== null ? [t`at least ${plural(minNights, { one: '# night', other: '# nights' })}`] : []),
    ...(maxNights !== null ? [t`at most ${plural(maxNights, { one: '# night', other: '# nights' })}`] : []),
  ];
  return words.length > 0 ? t`Only: ${words.join('; ')}` : null;
}
