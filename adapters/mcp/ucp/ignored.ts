import { closest } from '#kit/did-you-mean.ts';
import { isObject } from '../transport/message.ts';
import { pathAsGiven } from './arguments.ts';
import type { Message } from './messages.ts';
import type { JsonSchema } from './output-schema.ts';

/** An unknown argument, and the tool field that was probably meant. */
interface Ignored {
  readonly path: readonly PropertyKey[];
  readonly meant: string | null;
}

/** Maximum number of names in a message, and maximum length of a name. */
const MOST = 10;
const LONGEST_NAME = 60;

/** Agents' names for fields whose spelling is too different to be matched. */
const SYNONYMS: Readonly<Record<string, string>> = {
  arrival: 'check_in',
  from: 'check_in',
  start_date: 'check_in',
  departure: 'check_out',
  nights: 'check_out',
  end_date: 'check_out',
  to: 'check_out',
  until: 'check_out',
  guests: 'adults',
  people: 'adults',
  quantity: 'units',
  rooms: 'units',
  keyword: 'query',
  name: 'query',
  search: 'query',
  text: 'query',
  items: 'line_items',
  customer: 'buyer',
  guest: 'buyer',
  email_address: 'email',
  phone: 'phone_number',
  checkout_id: 'id',
  item_id: 'id',
  product_id: 'id',
  session_id: 'id',
};

const CATALOG = ['context', 'signals', 'attribution', 'filters', 'selected', 'preferences'];
const CHECKOUT = ['context', 'signals', 'attribution', 'payment', 'fulfillment', 'discounts', 'ap2'];

/**
 * Request fields defined by UCP but unused by our tools, keyed by the object that contains them; they're
 * accepted silently. Fields of `catalog` and `checkout` can be at the top level, and agents resend the
 * checkout when they complete it.
 */
const OFFICIAL: Readonly<Record<string, readonly string[]>> = {
  '': [...CATALOG, ...CHECKOUT, 'checkout'],
  catalog: CATALOG,
  checkout: CHECKOUT,
  'checkout.line_items': ['id', 'parent_id'],
  'checkout.buyer': ['consent'],
};

/**
 * Returns a message that lists a tool's unknown arguments with the nearest known name for each; null if all
 * are known. It's `info`, because UCP requires agents to show every warning to the buyer. Paths are the
 * caller's own (`given`). `meta` is skipped: its contents belong to the protocol.
 */
export function ignoredArguments(
  { given, arranged }: { readonly given: unknown; readonly arranged: Record<string, unknown> },
  schema: JsonSchema,
): Message | null {
  const ignored = ignoredIn(arranged, schema, []).slice(0, MOST);
  const [first] = ignored;
  if (first === undefined) return null;
  const names = ignored.map(
    ({ path, meant }) => `${shortPath(path, given)}${meant ? ` (did you mean ${meant}?)` : ''}`,
  );
  const path = ignored.length === 1 ? shortPath(first.path, given) : '$';
  return {
    type: 'info',
    code: 'ignored_argument',
    content: `The tool ignored these unknown arguments: ${names.join(', ')}.`,
    path,
    param: path,
  };
}

function ignoredIn(value: unknown, schema: unknown, path: readonly PropertyKey[]): Ignored[] {
  if (!isObject(schema)) return [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) => ignoredIn(entry, schema.items, [...path, index]));
  if (!isObject(value) || !isObject(schema.properties)) return [];
  const { properties } = schema;
  const known = path.length === 0 ? namesBeside(properties) : Object.keys(properties);
  return Object.entries(value).flatMap(([name, inner]) => {
    if (path.length === 0 && name === 'meta') return [];
    if (Object.hasOwn(properties, name)) return ignoredIn(inner, properties[name], [...path, name]);
    if (officialIn(path).includes(name)) return [];
    return [{ path: [...path, name], meant: nearest(name, known) }];
  });
}

/** Returns an object's official fields, given its path without list positions. */
const officialIn = (path: readonly PropertyKey[]): readonly string[] =>
  OFFICIAL[path.filter((key) => typeof key === 'string').join('.')] ?? [];

/** The top level also accepts fields of `catalog` and `checkout`. */
function namesBeside(properties: Readonly<Record<string, unknown>>): string[] {
  const nested = [properties.catalog, properties.checkout].flatMap((inner) =>
    isObject(inner) && isObject(inner.properties) ? Object.keys(inner.properties) : [],
  );
  return [...Object.keys(properties), ...nested];
}

function nearest(name: string, known: readonly string[]): string | null {
  const synonym = SYNONYMS[name.toLowerCase()];
  return synonym !== undefined && known.includes(synonym) ? synonym : closest(name, known);
}

const shortPath = (path: readonly PropertyKey[], given: unknown) =>
  pathAsGiven(
    path.map((key) => (typeof key === 'string' ? key.slice(0, LONGEST_NAME) : key)),
    given,
  );
