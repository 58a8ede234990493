import { isTimed, type RuleTime } from './due-times.ts';
import { type Fault, invalid, nameFaults } from './template-faults.ts';

const MAX_HOURS = 2_160;
const MAX_DAYS = 365;
const MAX_NIGHTS = 3_650;
const MAX_LIST = 200;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

interface GivenRule extends RuleTime {
  readonly name: string;
  readonly filters: {
    readonly propertyIds: readonly string[];
    readonly ratePlanIds: readonly string[];
    readonly sources: readonly string[];
    readonly minNights: number | null;
    readonly maxNights: number | null;
  };
}

/** Returns every reason a rule can't be saved. */
export function ruleFaults({ name, filters, ...time }: GivenRule): readonly Fault[] {
  return [...nameFaults(name), ...timeFaults(time), ...filterFaults(filters)];
}

function timeFaults({ trigger, hours, days, at }: RuleTime): readonly Fault[] {
  const faults: Fault[] = [];
  const least = trigger === 'before_check_in' ? 1 : 0;
  const counts = trigger === 'before_check_in' || trigger === 'after_check_out';
  if (hours !== null && (hours < 0 || hours > MAX_HOURS))
    faults.push(invalid(['hours'], `Hours must be between 0 and ${MAX_HOURS.toLocaleString('en')}.`));
  if (days !== null && (days < 0 || days > MAX_DAYS))
    faults.push(invalid(['days'], `Days must be between 0 and ${MAX_DAYS}.`));
  if (at !== null && !TIME.test(at)) faults.push(invalid(['at'], 'The time must have the form `HH:MM`.'));
  if (faults.length > 0) return faults;
  if (!counts && (hours ?? 0) + (days ?? 0) > 0)
    return [invalid([hours ? 'hours' : 'days'], `\`${trigger}\` takes no hours or days.`)];
  if (!isTimed(trigger) && at !== null) return [invalid(['at'], `\`${trigger}\` takes no time of day.`)];
  if (trigger === 'check_in_day' && at === null)
    return [invalid(['at'], '`check_in_day` needs a time of day, e.g. `09:00`.')];
  if (counts && hours !== null && days !== null)
    return [invalid(['days'], 'Give either hours or days, not both.')];
  if (counts && days === null && at !== null)
    return [invalid(['at'], 'A time of day needs `days`: hours count from check-in or check-out.')];
  if (trigger === 'before_check_in' && days === null && (hours ?? 0) < least)
    return [invalid(['hours'], '`before_check_in` needs the number of hours or days.')];
  return [];
}

function filterFaults(filters: GivenRule['filters']): readonly Fault[] {
  const { minNights, maxNights } = filters;
  const isNights = (nights: number | null) => nights === null || (nights >= 1 && nights <= MAX_NIGHTS);
  const lists = (['propertyIds', 'ratePlanIds', 'sources'] as const).filter(
    (list) => filters[list].length > MAX_LIST,
  );
  return [
    ...lists.map((list) => invalid(['filters', list], `A filter can have at most ${MAX_LIST} entries.`)),
    ...(isNights(minNights) ? [] : [invalid(['filters', 'minNights'], NIGHTS)]),
    ...(isNights(maxNights) ? [] : [invalid(['filters', 'maxNights'], NIGHTS)]),
    ...(minNights !== null && maxNights !== null && minNights > maxNights
      ? [invalid(['filters', 'maxNights'], "The longest stay can't be shorter than the shortest.")]
      : []),
  ];
}

const NIGHTS = `Nights must be between 1 and ${MAX_NIGHTS.toLocaleString('en')}.`;
