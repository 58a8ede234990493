import { MAX_UNITS } from '#schema/limits.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import type { AgeFault } from '../../domain/child-ages.ts';
import type { Beyond, Problem, ProblemCode } from './problems.ts';

/** Facts for a problem's text in addition to the problem itself. */
export interface ProblemSubject {
  /** The product, for example `Lake Suite, Seehof`; the item id as sent if there is no such product. */
  readonly title: string;
  /** True if the id names a unit type on sale but no dates. */
  readonly withoutDates: boolean;
  /** Earliest time that a unit held by others may become free; null if unknown. */
  readonly heldUntil: Date | null;
}

type Text = (problem: Problem, subject: ProblemSubject) => string;

const units = (count: number) => (count === 1 ? '1 unit' : `${count} units`);
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
const nights = (count: number) => (count === 1 ? '1 night' : `${count} nights`);
const are = (count: number) => (count === 1 ? 'is' : 'are');

/** Every problem's text: code and text in one place, shared by checkouts, look-ups and searches. */
const TEXTS: Readonly<Record<ProblemCode, Text>> = {
  invalid: ({ line }, { title }) =>
    line === null
      ? 'All line items in a checkout must have the same check-in and check-out dates and currency: book other stays in a separate checkout.'
      : `The quantity of ${title} must be a whole number from 1 to ${MAX_UNITS}.`,
  out_of_stock: (problem, subject) => {
    if (problem.beyond) return beyondText(problem.beyond, subject);
    return problem.held > 0 ? heldText(problem, subject) : soldText(problem, subject);
  },
  item_unavailable: (_problem, { title, withoutDates }) =>
    withoutDates
      ? `"${title}" has no dates: search the catalog with check_in and check_out, and use a stay item id from the results.`
      : `"${title}" is not sold here: search the catalog and use an item id from the results.`,
  capacity_exceeded: ({ limit, ages }, { title }) =>
    ages
      ? agesText(ages, title)
      : `${title} sleeps at most ${limit} guests with this number of units: book more units or fewer guests.`,
  min_stay: ({ limit }, { title }) =>
    `${title} has a minimum stay of ${nights(limit ?? 0)} from this check-in date.`,
  max_stay: ({ limit }, { title }) =>
    `${title} has a maximum stay of ${nights(limit ?? 0)} from this check-in date.`,
  closed_to_arrival: (_problem, { title }) => `${title} has no check-in on this date.`,
  closed_to_departure: (_problem, { title }) => `${title} has no check-out on this date.`,
  stop_sell: (_problem, { title }) => `${title} is not sold on at least one of these nights.`,
  min_advance: ({ limit }, { title }) =>
    `${title} must be booked at least ${days(limit ?? 0)} before check-in, so it is too late for these dates.`,
  max_advance: ({ limit }, { title }) =>
    limit === 0
      ? `${title} can be booked only on the day of check-in.`
      : `${title} can be booked at most ${days(limit ?? 0)} before check-in, so it is too early for these dates.`,
  hold_limit_guest: ({ limit, held }, { heldUntil }) =>
    `This guest has ${held} unpaid ${held === 1 ? 'booking' : 'bookings'} here and can have at most ${limit} at a time. ${nextEnd(heldUntil)}`,
  hold_limit_agent: (problem, { heldUntil }) => agentLimitText(problem, heldUntil),
};

/** If a checkout exceeds the limit by its own units alone, it still exceeds it after the other holds are paid. */
function agentLimitText({ limit, held, wanted = 0 }: Problem, heldUntil: Date | null): string {
  return wanted > (limit ?? 0)
    ? `This checkout is for ${wanted} unit-nights (units times nights), but an agent can hold at most ${limit} unpaid here. Book fewer units or nights, or book the rest after this part is paid.`
    : `This agent holds ${held} unpaid unit-nights here; this checkout would exceed the limit of ${limit}. ${nextEnd(heldUntil)}`;
}

/** Advice to append for a hold limit. */
const nextEnd = (until: Date | null) =>
  `Have one of them paid${until ? `, or wait: the next one expires at ${until.toISOString()}` : ''}. Then update this checkout.`;

/** A problem in complete sentences for a person, with the nearest bookable dates if there are any. */
export function problemText(problem: Problem, subject: ProblemSubject): string {
  const dates = problem.nearest.map(
    ({ checkIn, checkOut }) => `${dateOfEpochDay(checkIn)} to ${dateOfEpochDay(checkOut)}`,
  );
  const nearest = dates.length > 0 ? ` The nearest bookable dates are ${dates.join(' and ')}.` : '';
  return `${TEXTS[problem.code](problem, subject)}${nearest}`;
}

const soldText = ({ limit }: Problem, { title }: ProblemSubject): string =>
  limit
    ? `Only ${units(limit)} of ${title} ${are(limit)} left for these dates: book at most ${limit}, or choose other dates.`
    : `${title} is no longer available for these dates.`;

/** Waiting doesn't help a checkout that wants more units than there can be. */
function beyondText({ most, free, isCapped }: Beyond, { title, heldUntil }: ProblemSubject): string {
  const can = isCapped ? 'can wait for payment at a time on' : 'can still be booked for';
  const other = isCapped ? 'ask the host to book more' : 'choose other dates';
  const start = `At most ${units(most)} of ${title} ${can} these dates`;
  if (free === most) return `${start}: book fewer units, or ${other}.`;
  return free > 0
    ? `${start}, and ${free} ${are(free)} free now: book at most ${free}, or ${other}.`
    : `${start}, and others hold all of them ${untilText(heldUntil)}: book fewer units then, or ${other}.`;
}

/** Units held by others may become free again, so they're never called sold. */
const heldText = ({ limit }: Problem, { title, heldUntil }: ProblemSubject): string =>
  limit
    ? `Only ${units(limit)} of ${title} ${are(limit)} currently free for these dates; more are held by others ${untilText(heldUntil)}.`
    : `${title} currently has no free unit for these dates: the rest are held by others ${untilText(heldUntil)}.`;

const untilText = (heldUntil: Date | null): string =>
  heldUntil ? `until ${heldUntil.toISOString()} at the earliest` : 'at the moment';

const agesText = (ages: AgeFault, title: string): string =>
  ages.kind === 'adult'
    ? `A ${ages.age}-year-old guest counts as an adult in ${title}: add them to the adults.`
    : `${title} takes at most ${ages.limit} ${ages.limit === 1 ? 'child' : 'children'} aged ${ages.band.from} to ${ages.band.to} with this number of units: book more units or fewer children of this age.`;
