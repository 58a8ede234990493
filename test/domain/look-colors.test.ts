import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contrastOf,
  hexOf,
  LEAST_CONTRAST,
  oklchOf,
  readHex,
} from '#subgraphs/catalog/storefronts/domain/colors.ts';
import {
  earlierLooks,
  type Look,
  PLAIN_LOOK,
  type PublishedLook,
  photosIn,
} from '#subgraphs/catalog/storefronts/domain/look.ts';
import { changeLook, type LookChange } from '#subgraphs/catalog/storefronts/domain/look-input.ts';
import {
  mistakeInBackground,
  mistakeInDarkAccent,
  mistakeInLightAccent,
  palettesOf,
} from '#subgraphs/catalog/storefronts/domain/palette.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('colors', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#0b6158', '#f7f6f2', 6.78],
  ])('the contrast of %s with %s is %d in either order', (one, other, contrast) => {
    expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });

  test.each([
    ['#ABCDEF', '#abcdef'],
    ['#abc', null],
    ['abcdef', null],
    ['#abcdeg', null],
    ['#abcdef ', null],
    ['rgb(0 0 0)', null],
  ])('%s is read as %s', (text, read) => {
    expect(readHex(text)).toBe(read);
  });

  test('every color survives its conversion to OKLCH and back', () => {
    fc.assert(fc.property(hex, (color) => hexOf(oklchOf(color)) === color));
  });
});

describe('contrast rules', () => {
  test('an accent and a background are refused exactly if their contrast is too low, and the suggestion passes', () => {
    fc.assert(
      fc.property(hex, hex, (accent, wanted) => {
        const background = mistakeInBackground(wanted)?.nearest ?? wanted;
        expect(mistakeInBackground(background)).toBeNull();
        const light = mistakeInLightAccent(accent, background);
        expect(light === null).toBe(contrastOf(accent, background) >= LEAST_CONTRAST);
        const day = light?.nearest ?? accent;
        const night = mistakeInDarkAccent(accent, background)?.nearest ?? accent;
        const palettes = palettesOf({ background, accent: { light: day, dark: night } });
        for (const { ground, paper, accent: shown, onAccent } of Object.values(palettes)) {
          expect(contrastOf(shown ?? '', ground ?? '')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
          expect(contrastOf(shown ?? '', paper ?? '')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
          expect(contrastOf(onAccent ?? '', shown ?? '')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        }
      }),
    );
  });

  test('no color between a refused accent and its suggestion passes', () => {
    fc.assert(
      fc.property(hex, fc.double({ min: 0.05, max: 0.9, noNaN: true }), (accent, share) => {
        const mistake = mistakeInLightAccent(accent, null);
        if (!mistake) return;
        const [from, to] = [oklchOf(accent), oklchOf(mistake.nearest)];
        const between = hexOf({
          ...from,
          lightness: from.lightness + (to.lightness - from.lightness) * share,
        });
        // Neighboring 8-bit colors can differ by less than the conversion's rounding error.
        if (Math.abs(oklchOf(between).lightness - to.lightness) < 0.004) return;
        expect(mistakeInLightAccent(between, null)).not.toBeNull();
      }),
    );
  });

  test('body text, quiet text and the dark page stay readable on every accepted background', () => {
    fc.assert(
      fc.property(hex, (wanted) => {
        const background = mistakeInBackground(wanted)?.nearest ?? wanted;
        const { light, dark } = palettesOf({ background, accent: null });
        expect(contrastOf('#5b666b', light.ground ?? '')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        expect(contrastOf('#a3afb4', dark.paper ?? '')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        expect(contrastOf('#6fd3c4', dark.paper ?? '')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      }),
    );
  });
});

describe('changes to a look', () => {
  const LONG = 'a'.repeat(4_001);
  const refusals: readonly [string, LookChange, field: string][] = [
    ['a tagline with two lines', { tagline: 'A\nB' }, 'tagline'],
    ['a tagline with 121 characters', { tagline: 'a'.repeat(121) }, 'tagline'],
    ['a card number in the tagline', { tagline: 'Pay 4111 1111 1111 1111' }, 'tagline'],
    ['an about text with 4,001 characters', { about: LONG }, 'about'],
    ['U+0000 in the about text', { about: 'a\0b' }, 'about'],
    ['a named color', { background: 'white' }, 'background'],
    ['a dark background', { background: '#333333' }, 'background'],
    ['an accent without contrast in light mode', { accent: { light: '#ffee00', dark: '#ffee00' } }, 'accent'],
    ['an accent without contrast in dark mode', { accent: { light: '#202020', dark: '#202020' } }, 'accent'],
    ['an accent that is no color', { accent: { light: 'teal', dark: '#6fd3c4' } }, 'accent'],
    ['an invalid photo id', { heroId: 'x' }, 'heroId'],
    ['a focus outside the photo', { heroFocus: { x: 1.1, y: 0 } }, 'heroFocus'],
    ['a phone number with letters', { contact: { phone: 'call me' } }, 'contact'],
    ['an invalid email address', { contact: { email: 'nobody@' } }, 'contact'],
    ['an unencrypted link', { social: [{ kind: 'x', url: 'http://x.com/a' }] }, 'social'],
    ['a script as a link', { social: [{ kind: 'x', url: 'javascript:alert(1)' }] }, 'social'],
    ['a link with a user name', { social: [{ kind: 'x', url: 'https://a@x.com/' }] }, 'social'],
    [
      'two links to one site',
      { social: [1, 2].map((n) => ({ kind: 'x' as const, url: `https://x.com/${n}` })) },
      'social',
    ],
    ['a home page without stays', { sections: ['search'] }, 'sections'],
    ['a repeated section', { sections: ['search', 'stays', 'about', 'about'] }, 'sections'],
  ];
  test.each(refusals)('%s is refused', (_what, change, field) => {
    expect(changeLook(PLAIN_LOOK, change).mistakes.map((mistake) => mistake.field)).toContain(field);
  });

  test('a refused accent’s message contains the nearest color that passes, which is then accepted', () => {
    const { mistakes } = changeLook(PLAIN_LOOK, { accent: { light: '#e8a33d', dark: '#7a1f1f' } });
    const [light, dark] = mistakes.map(({ message }) => /#[0-9a-f]{6}/.exec(message)?.[0] ?? '');
    expect(mistakes).toHaveLength(2);
    const accent = { light: light ?? '', dark: dark ?? '' };
    expect(changeLook(PLAIN_LOOK, { accent })).toMatchObject({ mistakes: [], look: { accent } });
  });

  test('omitted fields keep their values, and null resets them', () => {
    const change: LookChange = {
      tagline: ' By the lake ',
      about: 'One.\n\nTwo.',
      accent: { light: '#0B6158', dark: '#6FD3C4' },
      background: '#FFFFFF',
      heroId: '7',
      contact: { phone: '+41 33 951 00 00', email: 'hello@example.com' },
      social: [{ kind: 'instagram', url: 'https://instagram.com/lakeside' }],
      fontPair: 'lora_karla',
      corners: 'pill',
      density: 'airy',
      sections: ['stays', 'search'],
    };
    const { look, mistakes } = changeLook(PLAIN_LOOK, change);
    expect(mistakes).toEqual([]);
    expect(look).toMatchObject({ tagline: 'By the lake', background: '#ffffff', heroId: 7 });
    expect(changeLook(look, {}).look).toEqual(look);
    const nothing = Object.fromEntries(Object.keys(PLAIN_LOOK).map((field) => [field, null]));
    expect(changeLook(look, nothing).look).toEqual(PLAIN_LOOK);
  });
});

describe('history', () => {
  const look = (heroId: number): Look => ({ ...PLAIN_LOOK, heroId });
  test('five looks before the live one are kept, newest first', () => {
    let live: PublishedLook | null = null;
    let history: readonly PublishedLook[] = [];
    for (let version = 1; version <= 8; version++) {
      history = earlierLooks(live, history);
      live = { version, publishedAt: '2026-11-27T00:00:00.000Z', look: look(version) };
    }
    expect(history.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3]);
  });

  test('a photo used twice is listed once', () => {
    expect(photosIn([look(1), look(2), { ...look(1), logoId: 2 }, PLAIN_LOOK])).toEqual([1, 2]);
  });
});
