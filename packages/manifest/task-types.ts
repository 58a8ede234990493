import { readDuration } from '../../kit/durations.ts';
import { isVisible } from '../../kit/names.ts';
import { type Report, readNames, readTable, readText } from './values.ts';
import {
  MANIFEST_LIMITS,
  TASK_FIELD_TYPES,
  TASK_ICONS,
  TASK_PROVIDERS,
  TASK_TRIGGERS,
} from './vocabulary.ts';

/** A kind of task that an app brings, as `[[task_types]]` declares it (docs/interface/tasks.md#types-of-apps). */
export interface DeclaredTaskType {
  /** Within the app; its full name is `{slug}/{key}`. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  /** Null: the platform's own. Milliseconds. */
  readonly slaMs: number | null;
  /** Who is asked to assign its tasks at first: the app, or no one. */
  readonly provider: 'self' | 'host';
  readonly blocksGuestReady: boolean;
  readonly fields: readonly DeclaredTaskField[];
  readonly rules: readonly DeclaredTaskRule[];
}

/** Something to fill in on a task. */
export interface DeclaredTaskField {
  readonly key: string;
  readonly type: string;
  readonly label: string;
  /** Whether the task needs it to be COMPLETED. */
  readonly required: boolean;
}

/** When a task is created without anyone asking for it. */
export interface DeclaredTaskRule {
  readonly trigger: string;
  /** How long after the trigger it is created; for `every`, how long from one to the next. Milliseconds. */
  readonly offsetMs: number;
  /** When it is due: so many milliseconds after it is created, or on a day of the booking; null: at no given time. */
  readonly due: number | 'check_in' | 'check_out' | null;
  readonly enabledByDefault: boolean;
}

const DAY_MS = 86_400_000;
/** The types every team has. */
const BUILT_IN: readonly string[] = ['cleaning', 'maintenance', 'inspection'];
const KEY = /^[a-z][a-z0-9_-]{0,49}$/;
const FIELD_KEY = /^[A-Za-z0-9._-]{1,64}$/;

/** Reads `[[task_types]]`. Every key once; the capability that lets an app bring types is checked by the caller. */
export function readTaskTypes(value: unknown, report: Report): readonly DeclaredTaskType[] {
  const types = readTables(value, 'task_types', MANIFEST_LIMITS.taskTypes, report).map(([path, table]) =>
    readTaskType(table, path, report),
  );
  reportTwice(types, 'task_types', 'key', report);
  for (const [i, { key }] of types.entries()) {
    const taken = `task_types[${i}].key cannot be "${key}": it is a built-in type.`;
    if (BUILT_IN.includes(key)) report(`task_types[${i}].key`, 'invalid', taken);
  }
  return types;
}

function readTaskType(table: ReadonlyMap<string, unknown>, path: string, report: Report): DeclaredTaskType {
  const fields = readTables(table.get('fields'), `${path}.fields`, MANIFEST_LIMITS.taskFields, report).map(
    ([at, field]) => readField(field, at, report),
  );
  const rules = readTables(table.get('rules'), `${path}.rules`, TASK_TRIGGERS.length, report).map(
    ([at, rule]) => readRule(rule, at, report),
  );
  reportTwice(fields, `${path}.fields`, 'key', report);
  reportTwice(rules, `${path}.rules`, 'trigger', report);
  return {
    key: readKey(table.get('key'), `${path}.key`, KEY, KEY_RULE, report),
    name: readLabel(table.get('name'), `${path}.name`, MANIFEST_LIMITS.taskTypeName, report),
    description: readDescription(table.get('description'), `${path}.description`, report),
    icon: readChoice(table.get('icon'), `${path}.icon`, 'icon', TASK_ICONS, report),
    slaMs: readSpan(table.get('sla'), `${path}.sla`, [60_000, DAY_MS, 'PT1M to P1D'], report),
    provider:
      readChoice(table.get('provider'), `${path}.provider`, 'provider', TASK_PROVIDERS, report) ?? 'host',
    blocksGuestReady: readFlag(table.get('blocks_guest_ready'), `${path}.blocks_guest_ready`, report),
    fields,
    rules,
  };
}

function readField(table: ReadonlyMap<string, unknown>, path: string, report: Report): DeclaredTaskField {
  const type = table.get('type');
  if (type === undefined) report(`${path}.type`, 'required', `${path}.type is required.`);
  return {
    key: readKey(table.get('key'), `${path}.key`, FIELD_KEY, FIELD_KEY_RULE, report),
    type: readChoice(type, `${path}.type`, 'field type', TASK_FIELD_TYPES, report) ?? 'string',
    label: readLabel(table.get('label'), `${path}.label`, MANIFEST_LIMITS.taskTypeName, report),
    required: readFlag(table.get('required_to_complete'), `${path}.required_to_complete`, report),
  };
}

function readRule(table: ReadonlyMap<string, unknown>, path: string, report: Report): DeclaredTaskRule {
  const given = table.get('trigger');
  if (given === undefined) report(`${path}.trigger`, 'required', `${path}.trigger is required.`);
  const trigger =
    readChoice(given, `${path}.trigger`, 'trigger', TASK_TRIGGERS, report) ?? 'booking.confirmed';
  const repeats = trigger === 'every';
  if (repeats && table.get('offset') === undefined) {
    report(
      `${path}.offset`,
      'required',
      `${path}.offset is required for "every": the interval between tasks.`,
    );
  }
  const bounds = repeats ? REPEATED : DELAYED;
  return {
    trigger,
    offsetMs: readSpan(table.get('offset'), `${path}.offset`, bounds, report) ?? 0,
    due: readDue(table.get('due'), `${path}.due`, repeats, report),
    enabledByDefault: readFlag(table.get('enabled_by_default'), `${path}.enabled_by_default`, report),
  };
}

/** Shortest and longest in milliseconds, and the same as a manifest spells it. */
type Bounds = readonly [least: number, most: number, inWords: string];
const DELAYED: Bounds = [0, 30 * DAY_MS, 'PT0S to P30D'];
const REPEATED: Bounds = [DAY_MS, 366 * DAY_MS, 'P1D to P366D'];

function readDue(value: unknown, path: string, repeats: boolean, report: Report): DeclaredTaskRule['due'] {
  if (value !== 'check_in' && value !== 'check_out') return readSpan(value, path, DELAYED, report);
  if (!repeats) return value;
  report(path, 'invalid', `${path} cannot be "${value}" for "every": there is no booking.`);
  return null;
}

function readSpan(
  value: unknown,
  path: string,
  [least, most, inWords]: Bounds,
  report: Report,
): number | null {
  if (value === undefined) return null;
  const ms = typeof value === 'string' ? readDuration(value) : null;
  if (ms !== null && ms >= least && ms <= most) return ms;
  report(path, 'invalid', `${path} must be an ISO 8601 duration from ${inWords}, like "PT30M".`);
  return null;
}

function readTables(
  value: unknown,
  path: string,
  most: number,
  report: Report,
): readonly (readonly [path: string, table: ReadonlyMap<string, unknown>])[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > most) {
    report(path, 'invalid', `${path} must be at most ${most} [[${path.replaceAll(/\[\d+\]/g, '')}]] tables.`);
    return [];
  }
  return value.flatMap((entry, i) => {
    const table = readTable(entry, `${path}[${i}]`, report, path.replaceAll(/\[\d+\]/g, ''));
    return table ? [[`${path}[${i}]`, table] as const] : [];
  });
}

const KEY_RULE = '1 to 50 lower-case letters, digits, dashes and underscores, like "linen_delivery"';
const FIELD_KEY_RULE = '1 to 64 letters, digits, dots, dashes and underscores';

function readKey(value: unknown, path: string, pattern: RegExp, rule: string, report: Report): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  report(path, value === undefined ? 'required' : 'invalid', `${path} must be ${rule}.`);
  return '';
}

function readLabel(value: unknown, path: string, most: number, report: Report): string {
  if (value === undefined) report(path, 'required', `${path} is required.`);
  const label = readText(value, path, report)?.trim() ?? null;
  if (label !== null && (label === '' || label.length > most || !isVisible(label))) {
    report(path, 'invalid', `${path} must have 1 to ${most} visible characters.`);
  }
  return label ?? '';
}

function readDescription(value: unknown, path: string, report: Report): string {
  const text = readText(value, path, report)?.trim() ?? '';
  const most = MANIFEST_LIMITS.taskTypeDescription;
  if (text.length > most) report(path, 'too_long', `${path} must have at most ${most} characters.`);
  return text;
}

function readChoice<T extends string>(
  value: unknown,
  path: string,
  one: string,
  known: readonly T[],
  report: Report,
): T | null {
  if (value === undefined) return null;
  const [choice] = readNames([value], { path, one, known, single: true }, report);
  return known.find((name) => name === choice) ?? null;
}

function readFlag(value: unknown, path: string, report: Report): boolean {
  if (value !== undefined && typeof value !== 'boolean')
    report(path, 'invalid', `${path} must be true or false.`);
  return value === true;
}

/** Reports entries that have the same key as one before them. */
function reportTwice<K extends string>(
  entries: readonly Readonly<Record<K, string>>[],
  path: string,
  key: K,
  report: Report,
): void {
  const seen = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    const name = entry[key];
    if (name !== '' && seen.has(name)) {
      report(`${path}[${i}].${key}`, 'invalid', `${path}[${i}].${key} is "${name}", which is already used.`);
    }
    seen.add(name);
  }
}
