import * as z from 'zod/mini';
import { isStorable } from '../../kit/text.ts';
import type { DeclaredSetting, SettingType } from './declared-setting.ts';
import { breaks, requiredRule, rule } from './issues.ts';
import { readPattern } from './pattern.ts';
import { COUNTED, PATTERNED, refuseValue } from './setting-values.ts';
import { flag, key, label, oncePer, table, tables, text } from './values.ts';
import { MANIFEST_LIMITS, SETTING_SCOPES, SETTING_TYPES } from './vocabulary.ts';

const KEY_RULE = '1 to 40 lower-case letters, digits and underscores, a letter first, like "account_number"';
const VALUE_RULE = 'must be text, a number, true or false, or an array of texts.';

/** A default in app.toml: a value in TOML's own types, converted to the stored text. */
const value = z.pipe(
  z.custom<unknown>((given) => textOf(given) !== null, breaks('invalid', VALUE_RULE)),
  z.transform((given) => textOf(given) ?? ''),
);

function textOf(given: unknown): string | null {
  if (typeof given === 'string') return isStorable(given) ? given : null;
  if (typeof given === 'boolean') return String(given);
  if (typeof given === 'number') return Number.isFinite(given) ? String(given) : null;
  return Array.isArray(given) && given.every((one) => typeof one === 'string' && isStorable(one))
    ? JSON.stringify(given)
    : null;
}

const bound = z.number({ error: rule('must be a number.') });

const pattern = text().check(
  z.refine(
    (given) => given.length <= MANIFEST_LIMITS.settingPattern && readPattern(given) !== null,
    breaks(
      'invalid',
      `must be a regular expression of at most ${MANIFEST_LIMITS.settingPattern} characters without look-around and back-references.`,
    ),
  ),
);

const option = table({
  value: text(requiredRule).check(
    z.refine(
      (given) => given !== '' && given.length <= MANIFEST_LIMITS.settingOption,
      breaks('invalid', `must have 1 to ${MANIFEST_LIMITS.settingOption} characters.`),
    ),
  ),
  label: label(MANIFEST_LIMITS.settingLabel),
});

const setting = z
  .pipe(
    table({
      key: key(/^[a-z][a-z0-9_]{0,39}$/, KEY_RULE),
      type: z.enum(SETTING_TYPES),
      label: label(MANIFEST_LIMITS.settingLabel),
      help: z.optional(
        text().check(
          z.maxLength(MANIFEST_LIMITS.settingHelp, {
            error: rule(`can have at most ${MANIFEST_LIMITS.settingHelp} characters.`),
          }),
        ),
      ),
      required: flag,
      default: z.optional(value),
      options: tables(option, MANIFEST_LIMITS.settingOptions).check(oncePer('value')),
      min: z.optional(bound),
      max: z.optional(bound),
      pattern: z.optional(pattern),
      per: z._default(z.enum(SETTING_SCOPES), 'install'),
      show_if: z.optional(table({ key: text(requiredRule), equals: value })),
      group: z.optional(label(MANIFEST_LIMITS.settingLabel)),
    }),
    z.transform(
      (given): DeclaredSetting => ({
        key: given.key,
        type: given.type,
        label: given.label,
        help: given.help || null,
        required: given.required,
        default: given.default ?? null,
        options: given.options,
        min: given.min ?? null,
        max: given.max ?? null,
        pattern: given.pattern ?? null,
        per: given.per,
        showIf: given.show_if ?? null,
        group: given.group ?? null,
      }),
    ),
  )
  .check(({ value: declared, issues }) => {
    for (const [at, words] of brokenBy(declared)) {
      issues.push({
        code: 'custom',
        path: [at],
        input: declared,
        params: breaks('invalid', words).params,
      });
    }
  });

/** Checks rules that involve several keys of a setting. */
function brokenBy(declared: DeclaredSetting): readonly (readonly [key: string, words: string])[] {
  const { type, options, min, max, default: preset } = declared;
  const chooses = type === 'select' || type === 'multiselect';
  const found: (readonly [boolean, string, string])[] = [
    [chooses && options.length === 0, 'options', `must have an entry for a ${type}.`],
    [!chooses && options.length > 0, 'options', `is for select and multiselect, not for ${type}.`],
    [min !== null && !COUNTED[type], 'min', `is not for ${type}.`],
    [max !== null && !COUNTED[type], 'max', `is not for ${type}.`],
    [min !== null && max !== null && max < min, 'max', "can't be below min."],
    [declared.pattern !== null && !PATTERNED.includes(type), 'pattern', `is not for ${type}.`],
    [preset !== null && UNSET.includes(type), 'default', `is not for ${type}.`],
  ];
  const broken = found.flatMap(([isBroken, at, words]) => (isBroken ? [[at, words] as const] : []));
  if (broken.length > 0 || preset === null) return broken;
  const refused = refuseValue(declared, preset);
  return refused === null ? [] : [['default', refused]];
}

/** Types whose values are specific to a team, so an app can't declare a default. */
const UNSET: readonly SettingType[] = ['secret', 'property', 'unit_type'];

/**
 * `show_if` must name an earlier setting with a value for the same scope. It must be earlier so that no two
 * settings depend on each other.
 */
const shownAfter = z.check<readonly DeclaredSetting[]>(({ value: settings, issues }) => {
  for (const [index, { showIf, per }] of settings.entries()) {
    if (!showIf) continue;
    const other = settings.slice(0, index).find((one) => one.key === showIf.key);
    const words =
      !other || other.per !== per
        ? `must name an earlier setting with the same "per".`
        : other.type === 'secret'
          ? "can't name a secret."
          : null;
    if (words === null) continue;
    const path = [index, 'show_if', 'key'];
    issues.push({ code: 'custom', path, input: showIf.key, params: breaks('invalid', words).params });
  }
});

/** `[[settings]]`. */
export const settings = tables(setting, MANIFEST_LIMITS.settings).check(oncePer('key'), shownAfter);
