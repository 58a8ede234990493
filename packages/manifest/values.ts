import * as z from 'zod/mini';
import { readDuration } from '../../kit/durations.ts';
import { isVisible } from '../../kit/names.ts';
import { isStorable } from '../../kit/text.ts';
import { breaks, requiredRule, rule } from './issues.ts';
import { MANIFEST_LIMITS } from './vocabulary.ts';

export type Table = Readonly<Record<string, unknown>>;

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the members of a value that may be a table. */
export const membersOf = (value: unknown): Table => (isTable(value) ? value : {});

/** A text without control characters, trimmed. */
const TEXT = 'must be a string without control characters.';
export const text = (error: typeof rule = rule) =>
  z.string({ error: error(TEXT) }).check(
    z.refine((value) => isStorable(value) && !/\p{Cc}/u.test(value), {
      ...breaks('invalid', TEXT),
      abort: true,
    }),
    z.trim(),
  );

/** Accepts required text with 1 to `most` characters, at least one of them visible. */
export const label = (most: number) =>
  text(requiredRule).check(
    z.refine(
      (value) => value !== '' && value.length <= most && isVisible(value),
      breaks('invalid', `must have 1 to ${most} visible characters.`),
    ),
  );

/** Accepts a required name for programs. */
export const key = (pattern: RegExp, words: string) =>
  z
    .string({ error: rule(`must be ${words}.`) })
    .check(z.regex(pattern, { error: rule(`must be ${words}.`) }));

export const flag = z._default(z.boolean({ error: rule('must be true or false.') }), false);

/** Accepts known names and removes duplicates. */
export const names = <const Known extends readonly string[]>(known: Known) => {
  const error = rule(`must be an array of at most ${MANIFEST_LIMITS.listLength} names.`);
  return z.pipe(
    z.array(z.enum(known), { error }).check(z.maxLength(MANIFEST_LIMITS.listLength, { error, abort: true })),
    z.transform((given): readonly string[] => [...new Set(given)]),
  );
};

/** Accepts `[[tables]]` with a given shape. */
export const tables = <Table extends z.ZodMiniType>(table: Table, most: number) => {
  const error = ({ path = [] }: { readonly path?: readonly PropertyKey[] | undefined }) => {
    const name = path.filter((part) => typeof part !== 'number').join('.');
    return rule(`must be at most ${most} [[${name}]] tables.`)({ path });
  };
  return z._default(z.array(table, { error }).check(z.maxLength(most, { error, abort: true })), []);
};

/** Accepts a table; ignores keys outside its shape. */
export const table = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object(shape, { error: rule('must be a table.') });

/** Minimum and maximum in milliseconds, and the range as written in a manifest. */
export type Bounds = readonly [least: number, most: number, inWords: string];

/** Parses an ISO 8601 duration to milliseconds; null if it's invalid or out of bounds. */
export function msWithin(value: unknown, [least, most]: Bounds): number | null {
  const ms = typeof value === 'string' ? readDuration(value) : null;
  return ms !== null && ms >= least && ms <= most ? ms : null;
}

/** Returns the rule for a duration. */
export const spanRule = ([, , inWords]: Bounds) =>
  breaks('invalid', `must be an ISO 8601 duration from ${inWords}, like "PT30M".`);

/** Accepts an ISO 8601 duration and converts it to milliseconds. */
export const span = (bounds: Bounds) =>
  z.pipe(
    z.custom<string>((value) => msWithin(value, bounds) !== null, spanRule(bounds)),
    z.transform((value) => msWithin(value, bounds)),
  );

/** Requires that each entry has a different name under a key. */
export const oncePer = <const Key extends string>(name: Key) =>
  z.check<readonly Readonly<Record<Key, string>>[]>(({ value, issues }) => {
    const seen = new Set<string>();
    for (const [index, { [name]: given }] of value.entries()) {
      if (seen.has(given)) {
        const broken = breaks('invalid', `is "${given}", which is already used.`);
        issues.push({ code: 'custom', path: [index, name], input: given, params: broken.params });
      }
      seen.add(given);
    }
  });
