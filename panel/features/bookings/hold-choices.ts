import { msg } from '@lingui/core/macro';
import { nightsBetween } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';

/** A length of an unpaid booking's hold, in hours. */
interface HoldChoice {
  readonly value: string;
  readonly label: string;
}

/** The API's default: it ends with the check-in day at the latest. */
export const SHORTEST_HOLD: HoldChoice = translated({
  value: '24',
  label: msg`24 hours, or until the end of the check-in day`,
});

const LONGER: readonly HoldChoice[] = translated([
  { value: '48', label: msg`2 days` },
  { value: '72', label: msg`3 days` },
  { value: '168', label: msg`1 week` },
]);

/** Returns the holds that end by the end of the check-in day; all of them before a date is chosen. Dates are `YYYY-MM-DD`. */
export const holdChoices = (today: string, checkIn: string): readonly HoldChoice[] => [
  SHORTEST_HOLD,
  ...LONGER.filter(({ value }) => checkIn === '' || Number(value) / 24 <= nightsBetween(today, checkIn)),
];

/** Returns the chosen hold, or the shortest one if the check-in date no longer allows it. */
export const allowedHold = (chosen: string, today: string, checkIn: string): string =>
  holdChoices(today, checkIn).some(({ value }) => value === chosen) ? chosen : SHORTEST_HOLD.value;
