import { nightsBetween } from '#kit/dates.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import {
  MAX_REPORT_DAYS,
  MAX_REPORT_DETAILS,
  MAX_REPORT_PROPERTIES,
  MAX_REPORT_YEARS,
} from '#schema/limits.ts';
import type { Period } from '../domain/periods.ts';

/** A range as given by the caller. */
interface GivenRange {
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/** Returns a report's range. Throws `BAD_USER_INPUT` if it's reversed or too long. */
export function readRange({ from, until }: GivenRange, { isDaily }: { readonly isDaily: boolean }): Period {
  const days = nightsBetween(from, until) + 1;
  if (days < 1) throw badInput("`until` can't be before `from`.");
  if (isDaily && days > MAX_REPORT_DAYS) {
    throw badInput(
      `\`from\` and \`until\` can span at most ${MAX_REPORT_DAYS} days here. Choose a shorter range.`,
    );
  }
  if (Temporal.PlainDate.compare(until, from.add({ years: MAX_REPORT_YEARS })) > 0) {
    throw badInput(`\`until\` can be at most ${MAX_REPORT_YEARS} years after \`from\`.`);
  }
  readDay('from', from);
  readDay('until', until);
  return { from: from.toString(), until: until.toString() };
}

/** Returns a day. Throws `BAD_USER_INPUT` for years in which there can't be bookings. */
export function readDay(name: string, day: Temporal.PlainDate): Temporal.PlainDate {
  if (day.year >= FIRST_YEAR && day.year <= LAST_YEAR) return day;
  throw badInput(`\`${name}\` must be in the years ${FIRST_YEAR} to ${LAST_YEAR}.`);
}

const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;

/** Returns the properties' ids; null for all. Throws `BAD_USER_INPUT` for too many, or for a text that isn't an id. */
export function readProperties(ids: readonly string[] | null | undefined): readonly number[] | null {
  if (ids == null) return null;
  if (ids.length > MAX_REPORT_PROPERTIES) {
    throw badInput(`\`propertyIds\` can have at most ${MAX_REPORT_PROPERTIES} ids.`);
  }
  return ids.map((id) => {
    const known = parseId(id);
    if (known === null) throw badInput(`\`propertyIds\`: "${id}" isn't a property's id.`);
    return known;
  });
}

/** Returns the first of a row's details. Throws `BAD_USER_INPUT` for fewer than one or too many. */
export function shownFirst<Detail>(details: readonly Detail[], first: number): readonly Detail[] {
  if (first < 1 || first > MAX_REPORT_DETAILS)
    throw badInput(`\`first\` must be 1 to ${MAX_REPORT_DETAILS}.`);
  return details.slice(0, first);
}
