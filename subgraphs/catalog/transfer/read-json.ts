import type { z } from 'zod';
import { CancellationPolicy, FORMAT, FORMAT_VERSION, Property } from './definition.ts';
import { linesOf } from './json-lines.ts';
import {
  MAX_FILE_ROWS,
  OF_STOREFRONT,
  type RowKind,
  type Unreadable,
  type WantedFile,
  type WantedPolicy,
  type WantedProperty,
  WrongFile,
} from './wanted.ts';

/** Reads a file of our own format, property by property: what is wrong with one does not keep the others from being checked. */
export function readJson(text: string): WantedFile {
  const { properties: file, cancellationPolicies } = parse(text);
  const lines = linesOf(text);
  const properties: WantedProperty[] = [];
  const unreadable: Unreadable[] = [];
  const policies = readPolicies(cancellationPolicies, lines, unreadable);
  const seen = new Set<string>();
  for (const [at, given] of file.entries()) {
    const path = `properties[${at}]`;
    const parsed = Property.safeParse(given);
    if (!parsed.success) {
      unreadable.push(...parsed.error.issues.map((issue) => unreadableOf(issue, at, path, lines)));
      continue;
    }
    const { unitTypes = [], ...definition } = parsed.data;
    const twice =
      repeated([definition.externalId], seen) ??
      repeated(
        unitTypes.map(({ externalId }) => externalId),
        new Set(),
      );
    if (twice !== null) {
      unreadable.push({
        ...{
          path,
          line: lines.get(path) ?? null,
          kind: 'property',
          property: at,
          externalId: definition.externalId,
        },
        ...{ field: 'externalId', code: 'DUPLICATE', message: `“${twice}” is there twice.` },
      });
      continue;
    }
    properties.push({
      ...{ path, line: lines.get(path) ?? null, externalId: definition.externalId, definition },
      unitTypes: unitTypes.map(({ nights, ...unitType }, place) => {
        const within = `${path}.unitTypes[${place}]`;
        return {
          ...{ path: within, line: lines.get(within) ?? null, externalId: unitType.externalId },
          definition: unitType,
          nights: nights ? { mode: 'whole' as const, ranges: nights } : null,
        };
      }),
    });
  }
  const rows = properties.reduce((sum, { definition, unitTypes }) => {
    const charges = (definition?.fees?.length ?? 0) + (definition?.taxes?.length ?? 0);
    const shown = unitTypes.filter((unitType) => unitType.definition?.media).length;
    const calendars = unitTypes.filter(({ nights }) => nights).length;
    return sum + 1 + (definition?.media ? 1 : 0) + charges + unitTypes.length + shown + calendars;
  }, policies.length);
  if (rows > MAX_FILE_ROWS)
    throw new WrongFile(`The file has ${rows} rows: at most ${MAX_FILE_ROWS} are imported.`);
  return { policies, properties, unreadable };
}

/** The policies that can be read; what cannot is added to the others that cannot. */
function readPolicies(
  given: readonly unknown[],
  lines: ReadonlyMap<string, number>,
  unreadable: Unreadable[],
): readonly WantedPolicy[] {
  const seen = new Set<string>();
  return given.flatMap((one, at) => {
    const path = `cancellationPolicies[${at}]`;
    const place = { path, line: lines.get(path) ?? null };
    const wrong = (field: string | null, code: string, message: string) =>
      unreadable.push({
        ...{ ...place, kind: 'cancellation_policy', property: OF_STOREFRONT, externalId: null },
        ...{ field, code, message },
      });
    const { data, error } = CancellationPolicy.safeParse(one);
    if (!data) {
      for (const { path: field, code, message } of error.issues) {
        const isUnknown = code === 'unrecognized_keys';
        wrong(field.join('.') || null, isUnknown ? 'UNKNOWN_FIELD' : 'INVALID', message);
      }
      return [];
    }
    if (seen.has(data.externalId)) {
      wrong('externalId', 'DUPLICATE', `“${data.externalId}” is there twice.`);
      return [];
    }
    seen.add(data.externalId);
    return [{ ...place, definition: data }];
  });
}

function parse(text: string) {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new WrongFile('The file is not JSON.', { cause: error });
  }
  const { format, version, properties, cancellationPolicies = [] } = (file ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new WrongFile(`The file does not begin with "format": "${FORMAT}".`);
  if (version !== FORMAT_VERSION)
    throw new WrongFile(`This version of the format is not known: use ${FORMAT_VERSION}.`);
  if (!Array.isArray(properties)) throw new WrongFile('The file has no list of properties.');
  if (!Array.isArray(cancellationPolicies)) throw new WrongFile('`cancellationPolicies` must be a list.');
  return { properties: properties as unknown[], cancellationPolicies: cancellationPolicies as unknown[] };
}

function repeated(ids: readonly string[], seen: Set<string>): string | null {
  for (const id of ids) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

const LISTS: Readonly<Record<string, RowKind>> = { unitTypes: 'unit_type', fees: 'fee', taxes: 'tax' };

/** An issue with the object of the file that it is in. */
function unreadableOf(
  { path, message, code }: z.core.$ZodIssue,
  property: number,
  from: string,
  lines: ReadonlyMap<string, number>,
): Unreadable {
  const [list, place, ...rest] = path.map(String);
  const kind = list === undefined || place === undefined ? undefined : LISTS[list];
  const at = kind === undefined ? from : `${from}.${list}[${place}]`;
  const field = (kind === undefined ? path.map(String) : rest).join('.');
  return {
    ...{ path: at, line: lines.get(at) ?? null, kind: kind ?? 'property', property, externalId: null },
    field: field === '' ? null : field,
    code: code === 'unrecognized_keys' ? 'UNKNOWN_FIELD' : 'INVALID',
    message,
  };
}
