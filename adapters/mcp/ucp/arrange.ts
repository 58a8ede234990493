import { isObject } from '../transport/message.ts';
import type { JsonSchema } from './output-schema.ts';

type Args = Record<string, unknown>;

/** Removes null members from arguments, since null means absent. List entries keep their positions. */
export function withoutNulls(value: unknown): unknown {
  if (!hasNulls(value)) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
}

/**
 * Removes empty strings from arguments if the schema expects a type other than text: an empty date, number or
 * object means absent. Fields of `catalog` and `checkout` can be at the top level.
 */
export function withoutBlanks(args: Args, schema: JsonSchema): Args {
  const properties = propertiesOf(schema);
  const grouped = { ...propertiesOf(properties.catalog), ...propertiesOf(properties.checkout) };
  return dropBlanks(args, { properties: { ...grouped, ...properties } }) as Args; // an object is still an object
}

function dropBlanks(value: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return value;
  if (Array.isArray(value)) return value.map((entry) => dropBlanks(entry, schema.items));
  if (!isObject(value)) return value;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const expected = Object.hasOwn(properties, name) ? properties[name] : null;
      if (inner === '' && isObject(expected) && !isText(expected)) return [];
      return [[name, dropBlanks(inner, expected)]];
    }),
  );
}

const propertiesOf = (schema: unknown): JsonSchema =>
  isObject(schema) && isObject(schema.properties) ? schema.properties : {};

const isText = ({ type, format }: JsonSchema): boolean => type === 'string' && format !== 'date';

/** True if a member at any depth is null. */
function hasNulls(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNulls);
  if (!isObject(value)) return false;
  for (const name in value) if (value[name] === null || hasNulls(value[name])) return true;
  return false;
}

/**
 * Moves fields next to `group` into it; the group's own values win. Values that aren't objects are left for
 * the schema to refuse.
 */
export function gather(group: string, fields: readonly string[], args: Args): Args {
  const inside = args[group] ?? {};
  if (!isObject(inside)) return args;
  const beside = Object.entries(args).filter(([name]) => fields.includes(name));
  const others = Object.entries(args).filter(([name]) => name !== group && !fields.includes(name));
  return {
    ...Object.fromEntries(others),
    [group]: { ...Object.fromEntries(beside), ...inside },
  };
}

/** Converts any accepted line item to `{item: {id}, quantity}`. */
export function arrangeLine(line: unknown): unknown {
  if (!isObject(line)) return line;
  const { id, quantity, item = {}, ...rest } = line;
  if (!isObject(item)) return line;
  const { id: itemId, quantity: itemQuantity, ...itemRest } = item;
  const units = quantity ?? itemQuantity;
  return {
    ...rest,
    item: { ...itemRest, ...given('id', itemId ?? id) },
    ...given('quantity', units),
  };
}

/** Moves `line_items` and `buyer` under `checkout` and converts every line item to its canonical form. */
export function arrangeCheckout(args: Args): Args {
  const arranged =
    'checkout' in args || 'line_items' in args || 'buyer' in args
      ? gather('checkout', ['line_items', 'buyer'], args)
      : args;
  const { checkout } = arranged;
  if (!isObject(checkout) || !Array.isArray(checkout.line_items)) return arranged;
  return { ...arranged, checkout: { ...checkout, line_items: checkout.line_items.map(arrangeLine) } };
}

const given = (name: string, value: unknown): Args => (value === undefined ? {} : { [name]: value });
