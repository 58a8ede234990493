import { countIn, type Language } from '#kit/language.ts';
import { MAX_UNITS } from '#schema/limits.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import type { AgeFault } from '../../domain/child-ages.ts';
import type { ProblemWords } from './problem-words/problem-words.ts';
import { PROBLEM_WORDS } from './problem-words/words.ts';
import type { Beyond, Problem, ProblemCode } from './problems.ts';

/** Facts for a problem's text in addition to the problem itself. */
export interface ProblemSubject {
  /** The product, for example `Lake Suite, Seehof`; the item id as sent if there is no such product. */
  readonly title: string;
  /** True if the id names a unit type on sale but no dates. */
  readonly withoutDates: boolean;
  /** Earliest time that a unit held by others may become free; null if unknown. */
  readonly heldUntil: Date | null;
  /** The storefront's language. */
  readonly language: Language;
}

type Text = (problem: Problem, subject: ProblemSubject, words: ProblemWords) => string;

/** The text for every problem, shared by checkouts, lookups and searches. */
const TEXTS: Readonly<Record<ProblemCode, Text>> = {
  invalid: ({ line }, { title }, words) =>
    line === null ? words.mixedLines : words.quantity(title, MAX_UNITS),
  out_of_stock: (problem, subject, words) => {
    if (problem.beyond) return beyondText(problem.beyond, subject, words);
    return problem.held > 0 ? heldText(problem, subject, words) : soldText(problem, subject, words);
  },
  item_unavailable: (_problem, { title, withoutDates }, words) =>
    withoutDates ? words.noDates(title) : words.notSold(title),
  capacity_exceeded: ({ limit, ages }, { title }, words) =>
    ages ? agesText(ages, title, words) : words.sleeps(title, limit ?? 0),
  min_stay: ({ limit }, { title, language }, words) =>
    words.minStay(title, countIn(language, limit ?? 0, words.nights)),
  max_stay: ({ limit }, { title, language }, words) =>
    words.maxStay(title, countIn(language, limit ?? 0, words.nights)),
  closed_to_arrival: (_problem, { title }, words) => words.noCheckIn(title),
  closed_to_departure: (_problem, { title }, words) => words.noCheckOut(title),
  stop_sell: (_problem, { title }, words) => words.stopSell(title),
  min_advance: ({ limit }, { title, language }, words) =>
    words.tooLate(title, countIn(language, limit ?? 0, words.days)),
  max_advance: ({ limit }, { title, language }, words) =>
    limit === 0 ? words.sameDay(title) : words.tooEarly(title, countIn(language, limit ?? 0, words.days)),
  hold_limit_guest: ({ limit, held }, { heldUntil }, words) =>
    `${words.guestLimit(held, limit ?? 0)} ${words.nextEnd(isoOf(heldUntil))}`,
  hold_limit_agent: (problem, { heldUntil }, words) => agentLimitText(problem, heldUntil, words),
};

/** If a checkout exceeds the limit by its own units alone, it still exceeds it after the other holds are paid. */
function agentLimitText(
  { limit, held, wanted = 0 }: Problem,
  heldUntil: Date | null,
  words: ProblemWords,
): string {
  const most = limit ?? 0;
  return wanted > most
    ? words.checkoutLimit(wanted, most)
    : `${words.agentLimit(held, most)} ${words.nextEnd(isoOf(heldUntil))}`;
}

/** A problem in complete sentences for a person, with the nearest bookable dates if there are any. */
export function problemText(problem: Problem, subject: ProblemSubject): string {
  const words = PROBLEM_WORDS[subject.language];
  const dates = problem.nearest.map(
    ({ checkIn, checkOut }) => [`${dateOfEpochDay(checkIn)}`, `${dateOfEpochDay(checkOut)}`] as const,
  );
  const nearest = dates.length > 0 ? ` ${words.nearest(dates)}` : '';
  return `${TEXTS[problem.code](problem, subject, words)}${nearest}`;
}

const isoOf = (time: Date | null): string | null => time?.toISOString() ?? null;

const soldText = ({ limit }: Problem, { title, language }: ProblemSubject, words: ProblemWords): string =>
  limit ? words.left(title, countIn(language, limit, words.units), limit) : words.sold(title);

/** Waiting doesn't help a checkout that wants more units than there can be. */
function beyondText(
  { most, free, isCapped }: Beyond,
  { title, heldUntil, language }: ProblemSubject,
  words: ProblemWords,
): string {
  const start = isCapped ? words.mostWaiting : words.mostBookable;
  const begun = start(title, countIn(language, most, words.units));
  if (free === most) return `${begun}${words.bookFewer(isCapped)}`;
  return free > 0
    ? `${begun}${words.bookFree(free, isCapped)}`
    : `${begun}${words.bookThen(isoOf(heldUntil), isCapped)}`;
}

/** Units held by others may become free again, so they're never called sold. */
const heldText = (
  { limit }: Problem,
  { title, heldUntil, language }: ProblemSubject,
  words: ProblemWords,
): string =>
  limit
    ? words.heldSome(title, countIn(language, limit, words.units), isoOf(heldUntil))
    : words.heldAll(title, isoOf(heldUntil));

const agesText = (ages: AgeFault, title: string, words: ProblemWords): string =>
  ages.kind === 'adult'
    ? words.adultAge(title, ages.age)
    : words.childAges(title, ages.limit, ages.band.from, ages.band.to);
