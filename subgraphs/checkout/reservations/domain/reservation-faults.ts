import { hasCardNumber } from '#kit/card-numbers.ts';
import { nightsBetween } from '#kit/dates.ts';
import { isLanguageTag } from '#kit/language.ts';
import { isName } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import {
  MAX_CHANNEL_CHARGES,
  MAX_CHANNEL_ID,
  MAX_CHANNEL_NOTES,
  MAX_CHARGE_LABEL,
  MAX_LINES,
  MAX_PARTY,
} from '#schema/limits.ts';
import { cardFault, type EntryError, entryError, faultsOf } from '../../bookings/domain/entry-faults.ts';
import type {
  ChannelChargeInput,
  ChannelLineInput,
  ChannelReservationInput,
  Maybe,
} from '../../generated.ts';

/** Years; older guests are adults. */
const OLDEST_CHILD = 17;

const invalid = (path: string, message: string) => entryError('INVALID', path, message);

/** Returns all errors in a reservation, without reading stored data (docs/interface/channels.md#reservations). */
export function reservationFaults(input: ChannelReservationInput): EntryError[] {
  const { externalId, revision, guest, lines, currency, total, commission, notes } = input;
  const faults = faultsOf({ externalId, revision, guest });
  if (lines.length < 1 || lines.length > MAX_LINES)
    faults.push(invalid('lines', `A reservation must have 1 to ${MAX_LINES} lines.`));
  else faults.push(...lines.flatMap(lineFaults));
  if (new Set(lines.map((line) => line.externalId)).size < lines.length)
    faults.push(invalid('lines', 'Each line must have its own `externalId`.'));
  if (guest.country != null && !/^[A-Z]{2}$/.test(guest.country))
    faults.push(invalid('guest.country', 'A country must be an ISO 3166-1 code of two upper-case letters.'));
  if (guest.locale != null && !isLanguageTag(guest.locale))
    faults.push(
      invalid('guest.locale', "A locale must be a BCP 47 language tag. Omit it if you don't know it."),
    );
  if (!/^[A-Z]{3}$/.test(currency))
    faults.push(invalid('currency', 'The currency must be an ISO 4217 code in upper case.'));
  if (total < 0) faults.push(invalid('total', "The total can't be negative."));
  if (commission != null && commission < 0)
    faults.push(invalid('commission', "The commission can't be negative."));
  faults.push(...chargeFaults('taxes', input.taxes), ...chargeFaults('fees', input.fees));
  if (notes != null && (notes.length > MAX_CHANNEL_NOTES || !isStorable(notes)))
    faults.push(invalid('notes', `Notes can have at most ${MAX_CHANNEL_NOTES} characters.`));
  return [...faults, ...cardFaults(input)];
}

function lineFaults(line: ChannelLineInput, place: number): EntryError[] {
  const { channelRoomId, unitTypeId, checkIn, checkOut, adults, children, nightly } = line;
  const of = (field: string) => `lines.${place}.${field}`;
  const faults = faultsOf({ checkIn, checkOut }).map(({ message }) => invalid(of('checkOut'), message));
  if (!isName(line.externalId, MAX_CHANNEL_ID))
    faults.push(
      invalid(of('externalId'), `A line's id must have 1 to ${MAX_CHANNEL_ID} visible characters.`),
    );
  if ((channelRoomId == null) === (unitTypeId == null))
    faults.push(invalid(of('channelRoomId'), 'Give either channelRoomId or unitTypeId, not both.'));
  if (channelRoomId != null && !isName(channelRoomId, MAX_CHANNEL_ID))
    faults.push(
      invalid(of('channelRoomId'), `A room's id must have 1 to ${MAX_CHANNEL_ID} visible characters.`),
    );
  if (line.channelRateId != null && !isName(line.channelRateId, MAX_CHANNEL_ID))
    faults.push(
      invalid(of('channelRateId'), `A rate's id must have 1 to ${MAX_CHANNEL_ID} visible characters.`),
    );
  if (adults < 1 || adults > MAX_PARTY)
    faults.push(invalid(of('adults'), `\`adults\` is 1 to ${MAX_PARTY}.`));
  if (children != null && (children < 0 || children > MAX_PARTY))
    faults.push(invalid(of('children'), `\`children\` is 0 to ${MAX_PARTY}.`));
  const { childAges } = line;
  if (childAges != null && childAges.length !== (children ?? 0))
    faults.push(invalid(of('childAges'), '`childAges` must have one age per child.'));
  if (childAges?.some((age) => age < 0 || age > OLDEST_CHILD))
    faults.push(invalid(of('childAges'), `A child must be 0 to ${OLDEST_CHILD} years old.`));
  if (faults.length === 0 && !pricesEachNight(line)) {
    const last = checkOut.subtract({ days: 1 });
    const message = `\`nightly\` must have each night of the stay once: ${checkIn} to ${last} and no others.`;
    faults.push(entryError('NIGHTS_MISMATCH', of('nightly'), message));
  }
  if (nightly.some(({ amount }) => amount < 0))
    faults.push(invalid(of('nightly'), "A night's price can't be negative."));
  return faults;
}

/** True if the nightly prices cover exactly the stay's nights, once each. */
function pricesEachNight({ checkIn, checkOut, nightly }: ChannelLineInput): boolean {
  const dates = new Set(nightly.map(({ date }) => date.toString()));
  const nights = nightsBetween(checkIn, checkOut);
  return (
    nightly.length === nights &&
    dates.size === nights &&
    nightly.every(({ date }) => {
      const day = nightsBetween(checkIn, date);
      return day >= 0 && day < nights;
    })
  );
}

function chargeFaults(field: 'taxes' | 'fees', charges: Maybe<readonly ChannelChargeInput[]> | undefined) {
  if (!charges) return [];
  if (charges.length > MAX_CHANNEL_CHARGES)
    return [invalid(field, `A reservation can have at most ${MAX_CHANNEL_CHARGES} ${field}.`)];
  const isWrong = ({ name, amount }: ChannelChargeInput) => !isName(name, MAX_CHARGE_LABEL) || amount < 0;
  return charges.some(isWrong)
    ? [
        invalid(
          field,
          `Each must have a name of 1 to ${MAX_CHARGE_LABEL} visible characters and an amount of at least 0.`,
        ),
      ]
    : [];
}

/** Card numbers are refused and never stored; `faultsOf` checks the guest. */
function cardFaults({ notes, taxes, fees }: ChannelReservationInput): EntryError[] {
  const texts: readonly (readonly [path: string, text: string])[] = [
    ['notes', notes ?? ''],
    ...(taxes ?? []).map(({ name }) => ['taxes', name] as const),
    ...(fees ?? []).map(({ name }) => ['fees', name] as const),
  ];
  return texts.filter(([, text]) => hasCardNumber(text)).map(([path]) => cardFault(path));
}
