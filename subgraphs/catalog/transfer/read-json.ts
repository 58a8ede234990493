import type { z } from 'zod';
import { reasonOf, valueAt } from '#kit/wrong-value.ts';
import {
  CancellationPolicy,
  FORMAT,
  FORMAT_VERSION,
  MAX_POLICIES,
  MAX_PROPERTIES,
  MAX_UNIT_TYPES,
  PropertyWithoutUnitTypes,
  UnitType,
  type UnitTypeDefinition,
} from './definition.ts';
import { type LinesByPath, shapeOf } from './json-shape.ts';
import { gatherMistakes, type Mistakes } from './mistakes.ts';
import {
  MAX_MESSAGE_RULES,
  MAX_MESSAGE_TEMPLATES,
  MAX_TASK_RULES,
  MessageRule,
  MessageTemplate,
  TaskRule,
} from './team-setup/definition.ts';
import {
  MAX_FILE_ROWS,
  OF_STOREFRONT,
  type RowKind,
  tooManyRows,
  type WantedFile,
  type WantedPart,
  type WantedProperty,
  type WantedSetup,
  WrongFile,
} from './wanted.ts';

/**
 * Reads a file in our own format, property by property: an error in one doesn't prevent checking the others.
 * Checks the limits for the whole file first, and stops after several hundred errors. The file is untrusted,
 * so this runs in a bounded thread (parse-worker.ts).
 */
export function readJson(text: string): WantedFile {
  const lines = shapeOf(text);
  const { properties: given, cancellationPolicies, setup: givenSetup } = parse(text);
  const others = cancellationPolicies.length + Object.values(givenSetup).flat().length;
  if (rowsOf(given) + others > MAX_FILE_ROWS) throw tooManyRows();
  const mistakes = gatherMistakes();
  const policies = readPolicies(cancellationPolicies, lines, mistakes);
  const properties: WantedProperty[] = [];
  const seen = new Set<string>();
  for (const [at, one] of given.entries()) {
    if (mistakes.isFull()) break;
    const property = readProperty(one, { at, path: `properties[${at}]`, lines, mistakes, seen });
    if (property) properties.push(property);
  }
  const setup = readSetup(givenSetup, lines, mistakes);
  return { policies, properties, setup, unreadable: mistakes.all() };
}

/** Reads the team's sections; collects the errors in the parts that it leaves out. */
function readSetup(given: GivenSetup, lines: LinesByPath, mistakes: Mistakes): WantedSetup {
  const reading = { lines, mistakes };
  return {
    messageTemplates: readParts(
      given.messageTemplates,
      { section: 'messageTemplates', kind: 'message_template', key: 'name' },
      MessageTemplate,
      reading,
    ),
    messageRules: readParts(
      given.messageRules,
      { section: 'messageRules', kind: 'message_rule', key: 'name' },
      MessageRule,
      reading,
    ),
    taskRules: readParts(
      given.taskRules,
      { section: 'taskRules', kind: 'task_rule', key: 'externalId' },
      TaskRule,
      reading,
    ),
  };
}

/** Row count for a dry run of these properties, before they're validated. */
const rowsOf = (properties: readonly unknown[]): number =>
  properties.reduce<number>((sum, property) => {
    const { unitTypes, fees, taxes, media } = fieldsOf(property);
    const ofUnitTypes = listOf(unitTypes).reduce<number>((rows, unitType) => {
      const { media: shown, nights } = fieldsOf(unitType);
      return rows + 1 + (shown ? 1 : 0) + (nights ? 1 : 0);
    }, 0);
    return sum + 1 + (media ? 1 : 0) + listOf(fees).length + listOf(taxes).length + ofUnitTypes;
  }, 0);

// any value can be searched for fields
const fieldsOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

interface ReadingProperty {
  readonly at: number;
  readonly path: string;
  readonly lines: LinesByPath;
  readonly mistakes: Mistakes;
  /** Ids of earlier properties. */
  readonly seen: Set<string>;
}

/** Null if any part is invalid; the errors are collected. */
function readProperty(given: unknown, reading: ReadingProperty): WantedProperty | null {
  const { at, path, lines, mistakes, seen } = reading;
  const line = lines.get(path) ?? null;
  const parsed = PropertyWithoutUnitTypes.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) addIssue(withSentence(issue, given), reading);
    // Also collects the errors in its unit types.
    readUnitTypes(listOf(fieldsOf(given).unitTypes).slice(0, MAX_UNIT_TYPES), reading);
    return null;
  }
  const { unitTypes: givenUnitTypes = [], ...definition } = parsed.data;
  const unitTypes = readUnitTypes(givenUnitTypes, reading);
  if (!unitTypes) return null;
  const twice =
    repeated([definition.externalId], seen) ??
    repeated(
      unitTypes.map(({ externalId }) => externalId),
      new Set(),
    );
  if (twice !== null) {
    const place = { path, line, kind: 'property', property: at, externalId: definition.externalId } as const;
    mistakes.add({
      ...place,
      field: 'externalId',
      code: 'DUPLICATE',
      message: `“${twice}” appears twice.`,
    });
    return null;
  }
  return {
    path,
    line,
    externalId: definition.externalId,
    definition,
    unitTypes: unitTypes.map(({ nights, ...unitType }, place) => {
      const within = `${path}.unitTypes[${place}]`;
      return {
        path: within,
        line: lines.get(within) ?? null,
        externalId: unitType.externalId,
        definition: unitType,
        nights: nights ? { mode: 'whole' as const, ranges: nights } : null,
      };
    }),
  };
}

/** Reads each unit type separately, so that a long invalid list ends early; null if any is invalid. */
function readUnitTypes(
  given: readonly unknown[],
  reading: ReadingProperty,
): readonly UnitTypeDefinition[] | null {
  const read: UnitTypeDefinition[] = [];
  for (const [place, one] of given.entries()) {
    if (reading.mistakes.isFull()) return null;
    const { data, error } = UnitType.safeParse(one);
    if (data) read.push(data);
    for (const issue of error?.issues ?? [])
      addIssue({ ...withSentence(issue, one), path: ['unitTypes', place, ...issue.path] }, reading);
  }
  return read.length === given.length ? read : null;
}

const readPolicies = (given: readonly unknown[], lines: LinesByPath, mistakes: Mistakes) =>
  readParts(
    given,
    { section: 'cancellationPolicies', kind: 'cancellation_policy', key: 'externalId' },
    CancellationPolicy,
    { lines, mistakes },
  );

/** A section outside the properties, and the field that identifies its parts. */
interface Section<Key extends string> {
  readonly section: string;
  readonly kind: RowKind;
  readonly key: Key;
}

/** The valid parts of a section; collects the errors in the others. */
function readParts<Key extends string, Definition extends Readonly<Record<Key, string>>>(
  given: readonly unknown[],
  { section, kind, key }: Section<Key>,
  format: z.ZodType<Definition>,
  { lines, mistakes }: Pick<ReadingProperty, 'lines' | 'mistakes'>,
): readonly WantedPart<Definition>[] {
  const seen = new Set<string>();
  const parts: WantedPart<Definition>[] = [];
  for (const [at, one] of given.entries()) {
    if (mistakes.isFull()) break;
    const path = `${section}[${at}]`;
    const place = { path, line: lines.get(path) ?? null };
    const wrong = (field: string | null, code: string, message: string) =>
      mistakes.add({ ...place, kind, property: OF_STOREFRONT, externalId: null, field, code, message });
    const { data, error } = format.safeParse(one);
    for (const issue of error?.issues ?? []) {
      const { path: field, code, message } = withSentence(issue, one);
      const isUnknown = code === 'unrecognized_keys';
      wrong(field.join('.') || null, isUnknown ? 'UNKNOWN_FIELD' : 'INVALID', message);
    }
    if (!data) continue;
    const identity = data[key].trim();
    if (seen.has(identity)) {
      wrong(key, 'DUPLICATE', `“${identity}” appears twice.`);
      continue;
    }
    seen.add(identity);
    parts.push({ ...place, definition: data });
  }
  return parts;
}

function parse(text: string) {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new WrongFile('The file isn’t JSON.', { cause: error });
  }
  const { format, version, properties, cancellationPolicies = [] } = fieldsOf(file);
  const { messageTemplates = [], messageRules = [], taskRules = [] } = fieldsOf(file);
  if (format !== FORMAT) throw new WrongFile(`The file doesn’t begin with "format": "${FORMAT}".`);
  if (version !== FORMAT_VERSION)
    throw new WrongFile(`This version of the format isn’t known. Use ${FORMAT_VERSION}.`);
  if (!Array.isArray(properties)) throw new WrongFile('The file has no list of properties.');
  if (!Array.isArray(cancellationPolicies)) throw new WrongFile('`cancellationPolicies` must be a list.');
  if (properties.length > MAX_PROPERTIES)
    throw new WrongFile(`A file can have at most ${MAX_PROPERTIES} properties. Split it into several.`);
  if (cancellationPolicies.length > MAX_POLICIES)
    throw new WrongFile(`A file can have at most ${MAX_POLICIES} cancellation policies.`);
  const setup = {
    messageTemplates: atMost(messageTemplates, MAX_MESSAGE_TEMPLATES, 'messageTemplates'),
    messageRules: atMost(messageRules, MAX_MESSAGE_RULES, 'messageRules'),
    taskRules: atMost(taskRules, MAX_TASK_RULES, 'taskRules'),
  };
  return {
    properties: properties as unknown[],
    cancellationPolicies: cancellationPolicies as unknown[],
    setup,
  };
}

type GivenSetup = Readonly<Record<keyof WantedSetup, readonly unknown[]>>;

/** A section's list; throws `WrongFile` if it isn't a list or is too long. */
function atMost(given: unknown, most: number, section: keyof WantedSetup): readonly unknown[] {
  if (!Array.isArray(given)) throw new WrongFile(`\`${section}\` must be a list.`);
  if (given.length > most)
    throw new WrongFile(`\`${section}\` can have at most ${most} entries, like a team. Remove the others.`);
  return given;
}

function repeated(ids: readonly string[], seen: Set<string>): string | null {
  for (const id of ids) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

const LISTS: Readonly<Record<string, RowKind>> = { unitTypes: 'unit_type', fees: 'fee', taxes: 'tax' };

/** Replaces the schema library's text with our own sentence. */
function withSentence(issue: z.core.$ZodIssue, given: unknown): Issue {
  const { code, path } = issue;
  if (code === 'custom') return { code, path, message: issue.message };
  if (code !== 'unrecognized_keys')
    return { code, path, message: `This value ${reasonOf(issue, valueAt(given, path))}.` };
  const keys = issue.keys.map((key) => `“${key.slice(0, 100)}”`);
  return {
    code,
    path,
    message: `${keys.join(', ')} ${keys.length > 1 ? 'are not fields' : 'is not a field'} of the format.`,
  };
}

type Issue = Pick<z.core.$ZodIssue, 'code' | 'path' | 'message'>;

/** Lists an issue with the file's object that contains it. */
function addIssue(
  { path, message, code }: Issue,
  { at: property, path: from, lines, mistakes }: ReadingProperty,
): void {
  const [list, place, ...rest] = path.map(String);
  const kind = list === undefined || place === undefined ? undefined : LISTS[list];
  const at = kind === undefined ? from : `${from}.${list}[${place}]`;
  const field = (kind === undefined ? path.map(String) : rest).join('.');
  mistakes.add({
    path: at,
    line: lines.get(at) ?? null,
    kind: kind ?? 'property',
    property,
    externalId: null,
    field: field === '' ? null : field,
    code: code === 'unrecognized_keys' ? 'UNKNOWN_FIELD' : 'INVALID',
    message,
  });
}
