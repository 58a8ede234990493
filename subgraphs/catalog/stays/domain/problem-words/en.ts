import type { ProblemWords } from './problem-words.ts';

const are = (count: number) => (count === 1 ? 'is' : 'are');
const untilText = (until: string | null) => (until ? `until ${until} at the earliest` : 'at the moment');
const other = (isCapped: boolean) => (isCapped ? 'ask the host to book more' : 'choose other dates');

export const EN: ProblemWords = {
  units: { one: 'unit', other: 'units' },
  days: { one: 'day', other: 'days' },
  nights: { one: 'night', other: 'nights' },
  mixedLines:
    'All line items in a checkout must have the same check-in and check-out dates and currency: book other stays in a separate checkout.',
  quantity: (title, most) => `The quantity of ${title} must be a whole number from 1 to ${most}.`,
  noDates: (id) =>
    `"${id}" has no dates: search the catalog with check_in and check_out, and use a stay item id from the results.`,
  notSold: (id) => `"${id}" is not sold here: search the catalog and use an item id from the results.`,
  sleeps: (title, guests) =>
    `${title} sleeps at most ${guests} guests with this number of units: book more units or fewer guests.`,
  adultAge: (title, age) => `A ${age}-year-old guest counts as an adult in ${title}: add them to the adults.`,
  childAges: (title, most, from, to) =>
    `${title} takes at most ${most} ${most === 1 ? 'child' : 'children'} aged ${from} to ${to} with this number of units: book more units or fewer children of this age.`,
  minStay: (title, nights) => `${title} has a minimum stay of ${nights} from this check-in date.`,
  maxStay: (title, nights) => `${title} has a maximum stay of ${nights} from this check-in date.`,
  noCheckIn: (title) => `${title} has no check-in on this date.`,
  noCheckOut: (title) => `${title} has no check-out on this date.`,
  stopSell: (title) => `${title} is not sold on at least one of these nights.`,
  tooLate: (title, days) =>
    `${title} must be booked at least ${days} before check-in, so it is too late for these dates.`,
  sameDay: (title) => `${title} can be booked only on the day of check-in.`,
  tooEarly: (title, days) =>
    `${title} can be booked at most ${days} before check-in, so it is too early for these dates.`,
  guestLimit: (held, limit) =>
    `This guest has ${held} unpaid ${held === 1 ? 'booking' : 'bookings'} here and can have at most ${limit} at a time.`,
  checkoutLimit: (wanted, limit) =>
    `This checkout is for ${wanted} unit-nights (units times nights), but an agent can hold at most ${limit} unpaid here. Book fewer units or nights, or book the rest after this part is paid.`,
  agentLimit: (held, limit) =>
    `This agent holds ${held} unpaid unit-nights here; this checkout would exceed the limit of ${limit}.`,
  nextEnd: (until) =>
    `Have one of them paid${until ? `, or wait: the next one expires at ${until}` : ''}. Then update this checkout.`,
  nearest: (dates) =>
    `The nearest bookable dates are ${dates.map(([from, to]) => `${from} to ${to}`).join(' and ')}.`,
  left: (title, units, count) =>
    `Only ${units} of ${title} ${are(count)} left for these dates: book at most ${count}, or choose other dates.`,
  sold: (title) => `${title} is no longer available for these dates.`,
  heldSome: (title, units, until) =>
    `Only ${units} of ${title} ${units.startsWith('1 ') ? 'is' : 'are'} currently free for these dates; more are held by others ${untilText(until)}.`,
  heldAll: (title, until) =>
    `${title} currently has no free unit for these dates: the rest are held by others ${untilText(until)}.`,
  mostBookable: (title, units) => `At most ${units} of ${title} can still be booked for these dates`,
  mostWaiting: (title, units) => `At most ${units} of ${title} can wait for payment at a time on these dates`,
  bookFewer: (isCapped) => `: book fewer units, or ${other(isCapped)}.`,
  bookFree: (free, isCapped) =>
    `, and ${free} ${are(free)} free now: book at most ${free}, or ${other(isCapped)}.`,
  bookThen: (until, isCapped) =>
    `, and others hold all of them ${untilText(until)}: book fewer units then, or ${other(isCapped)}.`,
};
