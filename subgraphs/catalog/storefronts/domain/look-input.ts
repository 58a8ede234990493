import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isEmail } from '#kit/email.ts';
import { parseId } from '#kit/ids.ts';
import { isName } from '#kit/names.ts';
import { isTextWithin } from '#kit/text.ts';
import {
  MAX_LOOK_ABOUT,
  MAX_LOOK_TAGLINE,
  MAX_LOOK_URL,
  MAX_PHONE,
  MAX_SOCIAL_LINKS,
} from '#schema/limits.ts';
import type { EditMistake } from '../../domain/content-change.ts';
import { type Hex, LEAST_CONTRAST, readHex } from './colors.ts';
import { type Look, PLAIN_LOOK } from './look.ts';
import {
  type ColorMistake,
  mistakeInBackground,
  mistakeInDarkAccent,
  mistakeInLightAccent,
} from './palette.ts';

type Given<T> = T | null | undefined;

/** A change to a look; omitted fields keep their values, and null resets them. The schema checks each type. */
export interface LookChange {
  readonly tagline?: Given<string>;
  readonly about?: Given<string>;
  readonly accent?: Given<{ readonly light: string; readonly dark: string }>;
  readonly background?: Given<string>;
  readonly logoId?: Given<string>;
  readonly faviconId?: Given<string>;
  readonly heroId?: Given<string>;
  readonly heroFocus?: Given<Look['heroFocus']>;
  readonly contact?: Given<{ readonly phone?: Given<string>; readonly email?: Given<string> }>;
  readonly social?: Given<Look['social']>;
  readonly fontPair?: Given<Look['fontPair']>;
  readonly corners?: Given<Look['corners']>;
  readonly density?: Given<Look['density']>;
  readonly sections?: Given<Look['sections']>;
}

/** The changed look, and any errors in the change. */
export interface ReadLook {
  readonly look: Look;
  readonly mistakes: readonly EditMistake[];
}

/** Applies a change to a look. The returned look is only valid if there are no mistakes. */
export function changeLook(before: Look, change: LookChange): ReadLook {
  const mistakes: EditMistake[] = [];
  const refuse = (field: string, message: string, code?: 'CARD_DATA') =>
    void mistakes.push({ field, message, ...(code && { code }) });
  const given = <Field extends keyof LookChange & keyof Look>(
    field: Field,
    read: (value: NonNullable<LookChange[Field]>) => Look[Field],
  ): Look[Field] => {
    const value = change[field];
    if (value === undefined) return before[field];
    return value === null ? PLAIN_LOOK[field] : read(value as NonNullable<LookChange[Field]>); // neither null nor undefined
  };
  const photo = (field: 'logoId' | 'faviconId' | 'heroId') =>
    given(field, (text) => {
      const id = parseId(text);
      if (id === null) refuse(field, 'There is no such photo.');
      return id;
    });
  const color = (field: string, text: string): Hex | null => {
    const hex = readHex(text);
    if (hex === null) refuse(field, 'Write the color as #rrggbb, for example #0b6158.');
    return hex;
  };

  const background = given('background', (text) => color('background', text));
  const unreadable = background === null ? null : mistakeInBackground(background);
  if (unreadable) refuse('background', backgroundMistake(unreadable));
  // The accent can't be checked against a rejected background.
  const ground = unreadable ? null : background;
  const accent = given('accent', ({ light, dark }) => {
    const [day, night] = [color('accent', light), color('accent', dark)];
    return day === null || night === null ? null : { light: day, dark: night };
  });
  if (accent && !unreadable) {
    const [day, night] = [
      mistakeInLightAccent(accent.light, ground),
      mistakeInDarkAccent(accent.dark, ground),
    ];
    if (day) refuse('accent', accentMistake('light', day));
    if (night) refuse('accent', accentMistake('dark', night));
  }
  const look: Look = {
    background,
    accent,
    tagline: given('tagline', (text) => {
      if (text.trim() === '') return null;
      if (!isName(text, MAX_LOOK_TAGLINE))
        refuse('tagline', `A tagline can have at most ${MAX_LOOK_TAGLINE} visible characters on one line.`);
      else if (hasCardNumber(text)) refuse('tagline', CARD_REFUSAL, 'CARD_DATA');
      return text.trim();
    }),
    about: given('about', (text) => {
      if (text.trim() === '') return null;
      if (!isTextWithin(text, MAX_LOOK_ABOUT))
        refuse('about', `The about text can have at most ${MAX_LOOK_ABOUT} characters, none of them U+0000.`);
      else if (hasCardNumber(text)) refuse('about', CARD_REFUSAL, 'CARD_DATA');
      return text.trim();
    }),
    logoId: photo('logoId'),
    faviconId: photo('faviconId'),
    heroId: photo('heroId'),
    heroFocus: given('heroFocus', ({ x, y }) => {
      if (![x, y].every((share) => share >= 0 && share <= 1))
        refuse('heroFocus', 'The focus must be within the photo: x and y from 0 to 1.');
      return { x, y };
    }),
    contact: given('contact', ({ phone, email }) => ({
      phone: textOrNull(phone, (text) => {
        if (!PHONE.test(text))
          refuse(
            'contact',
            `A phone number has digits, spaces and + ( ) / . - and at most ${MAX_PHONE} characters.`,
          );
        else if (hasCardNumber(text)) refuse('contact', CARD_REFUSAL, 'CARD_DATA');
      }),
      email: textOrNull(email, (text) => {
        if (!isEmail(text)) refuse('contact', 'This isn’t an email address.');
      }),
    })),
    social: given('social', (links) => {
      if (links.length > MAX_SOCIAL_LINKS)
        refuse('social', `There can be at most ${MAX_SOCIAL_LINKS} links.`);
      else if (new Set(links.map(({ kind }) => kind)).size < links.length)
        refuse('social', 'There can be only one link per site.');
      else if (!links.every(({ url }) => isLink(url)))
        refuse(
          'social',
          `A link must be an https address without a user name, at most ${MAX_LOOK_URL} characters.`,
        );
      return links.map(({ kind, url }) => ({ kind, url: isLink(url) ? new URL(url).href : url }));
    }),
    fontPair: given('fontPair', kept),
    corners: given('corners', kept),
    density: given('density', kept),
    sections: given('sections', (sections) => {
      if (new Set(sections).size < sections.length)
        refuse('sections', 'A section can be on the page only once.');
      else if (!sections.includes('search') || !sections.includes('stays'))
        refuse('sections', 'The home page needs the sections `search` and `stays`.');
      return [...sections];
    }),
  };
  return { look, mistakes };
}

const PHONE = new RegExp(`^(?=.*\\d)[\\d\\s+()/.-]{1,${MAX_PHONE}}$`);

const kept = <T>(value: T): T => value;

/** Trims text and checks it; returns null if it's empty. */
function textOrNull(text: Given<string>, check: (text: string) => void): string | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  check(trimmed);
  return trimmed;
}

function isLink(text: string): boolean {
  if (text.length > MAX_LOOK_URL || !URL.canParse(text)) return false;
  const { protocol, username, password, href } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && href.length <= MAX_LOOK_URL * 3;
}

/** Rounded down, so that a failing contrast never reads like a passing one. */
const ratio = (contrast: number) => (Math.floor(contrast * 100) / 100).toFixed(2);

const accentMistake = (mode: 'light' | 'dark', { contrast, nearest }: ColorMistake): string =>
  `The ${mode} accent has a contrast of ${ratio(contrast)}:1 with its background; it needs ${LEAST_CONTRAST}:1. The nearest color that passes is ${nearest}.`;

const backgroundMistake = ({ contrast, nearest }: ColorMistake): string =>
  `Text on this background has a contrast of only ${ratio(contrast)}:1; it needs ${LEAST_CONTRAST}:1. The nearest color that passes is ${nearest}.`;
