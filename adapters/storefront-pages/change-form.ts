import { parseDate } from '#kit/dates.ts';
import { languageOf } from '#kit/language.ts';
import { MAX_PARTY } from '#schema/limits.ts';
import { type BookedLine, lineOf } from './booked-line.ts';
import { formTexts, readTime } from './form-texts.ts';
import type { BookedStay } from './permalink.ts';
import type { Visit } from './visit.ts';
import { CHANGE_WORDS } from './words/change-words.ts';
import type { ChangeWords } from './words/changes-en.ts';

/** Names of the form's fields. */
export const CHANGE_FIELDS = ['check_in', 'check_out', 'adults', 'children', 'arrival_time'] as const;
export type ChangeField = (typeof CHANGE_FIELDS)[number];

/** A form for changing a stay, as the guest filled it in. */
export interface ChangeForm {
  readonly values: Readonly<Record<ChangeField, string>>;
  /** The quote that the guest confirms; null before they saw one. */
  readonly fingerprint: string | null;
  /** The line whose guests change; undefined for a line that the booking no longer has. */
  readonly line: BookedLine | undefined;
}

/** Errors by field; `null` is the whole form's. */
export type ChangeFaults = ReadonlyMap<ChangeField | null, string>;

/** Fills the form in with the booked stay, and the guests of the line with this id or, if it's empty, of the first. */
export function bookedForm(booking: BookedStay, lineId: string): ChangeForm {
  const { checkIn, checkOut, arrivalTime, lines } = booking;
  const line = lineId === '' ? lines[0] : lineOf(booking, lineId);
  const { adults, children } = (lines.length > 1 ? line?.party : null) ?? booking.party;
  return {
    values: {
      check_in: checkIn,
      check_out: checkOut,
      adults: String(adults),
      children: String(children),
      arrival_time: arrivalTime ?? '',
    },
    fingerprint: null,
    line,
  };
}

/** Reads a submitted form; a field that wasn't sent keeps the booked value. */
export function readChange(body: unknown, booking: BookedStay): ChangeForm {
  const { text } = formTexts(body, []);
  const sent = body instanceof URLSearchParams ? body : new URLSearchParams();
  const { values: booked, line } = bookedForm(booking, text('line'));
  const value = (name: ChangeField) => (sent.has(name) ? text(name) : booked[name]);
  return {
    values: Object.fromEntries(CHANGE_FIELDS.map((name) => [name, value(name)])) as ChangeForm['values'], // every field
    fingerprint: text('fingerprint') || null,
    line,
  };
}

/** A stay that the form asks for. */
interface AskedStay {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  readonly arrivalTime: string | null;
}

/** Returns the stay that the form asks for, or the errors in its fields. */
export function askedStay(visit: Visit, { values }: ChangeForm): AskedStay | ChangeFaults {
  const { faults: says } = CHANGE_WORDS[visit.language];
  const faults = new Map<ChangeField, string>();
  const checkIn = parseDate(values.check_in)?.toString();
  const checkOut = parseDate(values.check_out)?.toString();
  if (!checkIn) faults.set('check_in', says.dates);
  if (!checkOut) faults.set('check_out', says.dates);
  if (checkIn && checkOut && checkOut <= checkIn) faults.set('check_out', visit.words.stayForm.faults.order);
  const adults = count(values.adults);
  const children = count(values.children);
  if (adults === null || adults === 0) faults.set('adults', says.party);
  if (children === null) faults.set('children', says.party);
  const arrivalTime = readTime(values.arrival_time);
  if (arrivalTime === undefined) faults.set('arrival_time', visit.words.arrivalTime.fault);
  if (faults.size > 0 || !checkIn || !checkOut || arrivalTime === undefined) return faults;
  return { checkIn, checkOut, adults: adults ?? 0, children: children ?? 0, arrivalTime };
}

function count(text: string): number | null {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : null;
  return number !== null && number <= MAX_PARTY ? number : null;
}

interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code: string;
}

const FIELDS: Readonly<Record<string, ChangeField>> = {
  checkIn: 'check_in',
  checkOut: 'check_out',
  adults: 'adults',
  children: 'children',
  arrivalTime: 'arrival_time',
};

const FAULTS: Readonly<Record<string, keyof ChangeWords['faults']>> = {
  SAME_STAY: 'same',
  NIGHTS_TAKEN: 'taken',
  PARTY_TOO_LARGE: 'party',
  INVALID: 'nights',
};

/**
 * Returns the errors for a refused change in the guest's language. The storefront's rules about nights are
 * explained in its own language only.
 */
export function refusedChange(visit: Visit, errors: readonly UserError[]): ChangeFaults {
  const { faults: says } = CHANGE_WORDS[visit.language];
  const isOwnLanguage = languageOf(visit.storefront.locale) === visit.language;
  return new Map(
    errors.map(({ field, message, code }) => {
      const name = FIELDS[field?.[1] ?? ''] ?? null;
      if (name === null) return [null, says.closed];
      if (name === 'arrival_time') return [name, visit.words.arrivalTime.fault];
      const explains = isOwnLanguage && (code === 'INVALID' || code === 'NIGHTS_TAKEN');
      return [name, explains ? message : says[FAULTS[code] ?? 'nights']];
    }),
  );
}
