import { isEmail } from '../../kit/email.ts';
import { isStorable, readJson } from '../../kit/text.ts';
import { readPattern } from './pattern.ts';
import { MANIFEST_LIMITS } from './vocabulary.ts';

const { settingLine: MAX_SETTING_LINE, settingText: MAX_SETTING_TEXT } = MANIFEST_LIMITS;

import type { DeclaredSetting } from './declared-setting.ts';

/** Rules for a value. */
export type SettingRules = Pick<DeclaredSetting, 'type' | 'options' | 'min' | 'max' | 'pattern'>;

/**
 * Explains why a text isn't a valid value for a setting, as the end of a sentence ("must be …"); null if it's
 * valid. Shared by the manifest's defaults, the panel's form and the API. Doesn't check that a property or a
 * unit type exists (docs/interface/settings.md#values).
 */
export function refuseValue(rules: SettingRules, text: string): string | null {
  if (!isStorable(text) || text === '') return 'must be text.';
  return SHAPES[rules.type](text, rules) ?? boundsOf(rules, text);
}

type Shape = (text: string, rules: SettingRules) => string | null;

const unless = (holds: boolean, words: string): string | null => (holds ? null : `must be ${words}.`);

const line: Shape = (text) =>
  unless(
    text.length <= MAX_SETTING_LINE && !/\p{Cc}/u.test(text),
    `a line of at most ${MAX_SETTING_LINE} characters`,
  );

const block: Shape = (text) =>
  unless(text.length <= MAX_SETTING_TEXT, `a text of at most ${MAX_SETTING_TEXT} characters`);

const SHAPES: Readonly<Record<DeclaredSetting['type'], Shape>> = {
  text: line,
  textarea: block,
  secret: block,
  integer: (text) =>
    unless(/^(0|-?[1-9]\d{0,14})$/.test(text), 'a whole number of at most 15 digits, like 40'),
  decimal: (text) =>
    unless(/^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text), 'a number with at most 10 decimals, like 2.5'),
  boolean: (text) => unless(text === 'true' || text === 'false', '"true" or "false"'),
  select: (text, { options }) => unless(isOption(text, options), 'one of its options'),
  multiselect: (text, { options }) =>
    unless(
      text.length <= MAX_SETTING_TEXT && chosenOf(text)?.every((one) => isOption(one, options)) === true,
      'a JSON array of its options, each once',
    ),
  url: (text) => unless(isWebAddress(text), `an http or https URL of at most ${MAX_SETTING_LINE} characters`),
  email: (text) => unless(isEmail(text), 'an email address'),
  date: (text) => unless(isDate(text), 'a date, like 2027-03-31'),
  time: (text) => unless(/^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'a time, like 15:30'),
  color: (text) => unless(/^#[0-9a-f]{6}$/i.test(text), 'a color, like #1f6feb'),
  property: (text) => unless(isId(text), 'the id of a property'),
  unit_type: (text) => unless(isId(text), 'the id of a unit type'),
};

/** Parses a multiselect's choices; null if the value is invalid. */
export function chosenOf(text: string): readonly string[] | null {
  const chosen = readJson(text);
  if (!Array.isArray(chosen) || !chosen.every((one) => typeof one === 'string')) return null;
  return chosen.length > 0 && new Set(chosen).size === chosen.length ? chosen : null;
}

const isOption = (text: string, options: SettingRules['options']) =>
  options.some(({ value }) => value === text);

const isId = (text: string) => /^[1-9]\d{0,9}$/.test(text);

/** Avoids `Temporal`, which may be missing in the Node version that runs the CLI. The year 0 isn't valid. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isWebAddress(text: string): boolean {
  if (text.length > MAX_SETTING_LINE || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** Unit in which `min` and `max` count, by type; other types have neither. */
export const COUNTED: Readonly<Partial<Record<DeclaredSetting['type'], 'value' | 'characters' | 'options'>>> =
  {
    text: 'characters',
    textarea: 'characters',
    secret: 'characters',
    integer: 'value',
    decimal: 'value',
    multiselect: 'options',
  };

/** Types that can have a pattern. */
export const PATTERNED: readonly DeclaredSetting['type'][] = ['text', 'secret'];

function boundsOf({ type, min, max, pattern }: SettingRules, text: string): string | null {
  const counted = COUNTED[type];
  const size = counted && SIZES[counted](text);
  const unit = counted === 'characters' ? ' characters' : counted === 'options' ? ' options' : '';
  const have = unit === '' ? 'be' : 'have';
  if (size !== undefined && min !== null && size < min) return `must ${have} at least ${min}${unit}.`;
  if (size !== undefined && max !== null && size > max) return `must ${have} at most ${max}${unit}.`;
  if (pattern !== null && readPattern(pattern)?.(text) !== true) return `must match ${pattern}.`;
  return null;
}

const SIZES = {
  value: (text: string) => Number(text),
  characters: (text: string) => [...text].length,
  options: (text: string) => chosenOf(text)?.length ?? 0,
};
