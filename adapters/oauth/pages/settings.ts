import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { fieldName } from '../consent-settings.ts';
import type { AskedSettingFragment, SettingPlaceFragment } from '../generated.ts';

/** Part of a form with an app's settings. */
export interface SettingsPart {
  readonly settings: readonly AskedSettingFragment[];
  /** Field values by key. */
  readonly texts: ReadonlyMap<string, string>;
  /** Reasons why settings were refused, by key. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Keys of secrets in a form that was already submitted: they must be typed again. */
  readonly again: ReadonlySet<string>;
  /** Properties to choose from; null if the person types ids. */
  readonly places: readonly SettingPlaceFragment[] | null;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Browser attributes for a text input, by setting type. */
const LINES: Readonly<
  Record<string, { readonly type?: string; readonly mode?: string; readonly example?: string }>
> = {
  secret: { type: 'password' },
  integer: { mode: 'numeric' },
  decimal: { mode: 'decimal' },
  url: { mode: 'url' },
  email: { mode: 'email' },
  date: { type: 'date' },
  time: { type: 'time' },
  color: { example: '#1f6feb' },
  property: { example: 'Property ID' },
  unit_type: { example: 'Unit type ID' },
};

const YES_NO: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Renders a field for each setting under its group's heading, with the setting's condition in plain words. */
export function settingFields(part: SettingsPart): Html {
  const groups = Map.groupBy(part.settings, ({ group }) => group);
  return html`${[...groups].map(
    ([group, members]) =>
      html`${group ? html`<h3>${group}</h3>` : ''}${members.map((setting) => field(setting, part))}`,
  )}`;
}

function field(setting: AskedSettingFragment, part: SettingsPart): Html {
  const { key, type, label, required, options } = setting;
  const id = `setting-${key}`;
  const text = part.texts.get(key) ?? '';
  const words = wordsOf(setting, part);
  const refusal = part.refusals.get(key);
  const described = [
    ...words.map((_text, at) => `${id}-help-${at}`),
    ...(refusal === undefined ? [] : [`${id}-refusal`]),
  ].join(' ');
  const below = html`${words.map((word, at) => html`<small id="${id}-help-${at}">${word}</small>`)}${
    refusal === undefined ? '' : html`<small id="${id}-refusal" class="refusal">${refusal}</small>`
  }`;
  const state = html` aria-describedby="${described}" aria-invalid="${refusal === undefined ? 'false' : 'true'}"`;
  const name = html`${label}${required ? '' : html` <span class="quiet">(optional)</span>`}`;
  if (type === 'multiselect') {
    const chosen: readonly string[] = text ? JSON.parse(text) : [];
    return html`<fieldset id="${id}" aria-describedby="${described}"><legend>${name}</legend>${below}${(
      options ?? []
    ).map(
      (option, at) =>
        html`<label class="choice"><input type="checkbox" name="${fieldName(key, at)}" value="on"${chosen.includes(option.value) ? html` checked` : ''}> ${option.label}</label>`,
    )}</fieldset>`;
  }
  const control = (): Html => {
    const groups = choicesOf(setting, part.places);
    if (groups) {
      return html`<select id="${id}" name="${fieldName(key)}"${state}><option value="">Not set</option>${groups.map(
        ({ heading, items }) =>
          heading === null
            ? chosenAmong(items, text)
            : html`<optgroup label="${heading}">${chosenAmong(items, text)}</optgroup>`,
      )}</select>`;
    }
    if (type === 'textarea') {
      return html`<textarea id="${id}" name="${fieldName(key)}" rows="4"${state}>
${text}</textarea>`;
    }
    const line = LINES[type] ?? {};
    return html`<input id="${id}" name="${fieldName(key)}" type="${line.type ?? 'text'}" value="${type === 'secret' ? '' : text}" autocomplete="${type === 'secret' ? 'new-password' : 'off'}"${
      line.mode ? html` inputmode="${line.mode}"` : ''
    }${line.example ? html` placeholder="${line.example}"` : ''}${state}>`;
  };
  return html`<label for="${id}">${name}</label>${control()}${below}`;
}

const chosenAmong = (items: readonly Option[], text: string): Html =>
  html`${items.map(
    ({ value, label }) =>
      html`<option value="${value}"${value === text ? html` selected` : ''}>${label}</option>`,
  )}`;

interface OptionGroup {
  readonly heading: string | null;
  readonly items: readonly Option[];
}

/** Returns the available choices; null if the person types a value. */
function choicesOf(
  { type, options }: AskedSettingFragment,
  places: SettingsPart['places'],
): readonly OptionGroup[] | null {
  if (type === 'boolean') return [{ heading: null, items: YES_NO }];
  if (type === 'select') return [{ heading: null, items: options ?? [] }];
  const asOption = ({ id, name }: { readonly id: string; readonly name: string }) => ({
    value: id,
    label: name,
  });
  if (type === 'property' && places) return [{ heading: null, items: places.map(asOption) }];
  if (type === 'unit_type' && places) {
    return places.map(({ name, unitTypes }) => ({ heading: name, items: unitTypes.map(asOption) }));
  }
  return null;
}

/** Returns the help text below a setting's field. */
function wordsOf(setting: AskedSettingFragment, { settings, again }: SettingsPart): readonly string[] {
  const { type, help, isSet, hint, showIf } = setting;
  const other = showIf && settings.find(({ key }) => key === showIf.key);
  const chosen = [...(other?.options ?? []), ...YES_NO].find(({ value }) => value === showIf?.equals);
  const end = hint ? `, ends in …${hint}` : '';
  return [
    ...(help ? [help] : []),
    ...(other && showIf ? [`Only used while ${other.label} is ${chosen?.label ?? showIf.equals}.`] : []),
    ...(type === 'secret' && isSet ? [`Set${end}. Leave it empty to keep it.`] : []),
    ...(again.has(setting.key) ? ["This value isn't shown again. Enter it once more."] : []),
  ];
}
