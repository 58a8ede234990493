import { contrastOf, type Hex, hexOf, LEAST_CONTRAST, nearestPassing, oklchOf } from './colors.ts';
import type { LookColors } from './look.ts';

/** Colors of the guest pages in one mode; null for the platform's own (adapters/page/base.css). */
export interface Palette {
  readonly ground: Hex | null;
  readonly paper: Hex | null;
  readonly line: Hex | null;
  readonly accent: Hex | null;
  readonly onAccent: Hex | null;
}

/** The platform's own colors that a look's colors must go with. Must match adapters/page/base.css. */
const OWN = {
  light: { ground: '#f7f6f2', paper: '#ffffff' },
  dark: { ground: '#14181b', paper: '#1d2327' },
} as const;

/** Text colors on a light page: muted text, and text for good, pending and bad states. */
const LIGHT_TEXTS = ['#1c2326', '#5b666b', '#146c43', '#8a5200', '#a02020', '#0b6158'];

/** Pages in dark mode keep a hint of the background color. */
const DARK = { ground: 0.205, paper: 0.25, line: 0.37, mostChroma: 0.022 };

/** Returns the surfaces of both modes for a background; the platform's own if the host hasn't chosen one. */
function surfacesOf(background: Hex | null) {
  if (background === null) return OWN;
  const { hue, chroma } = oklchOf(background);
  const dark = (lightness: number) => hexOf({ lightness, chroma: Math.min(chroma, DARK.mostChroma), hue });
  return {
    light: { ground: background, paper: OWN.light.paper },
    dark: { ground: dark(DARK.ground), paper: dark(DARK.paper) },
  };
}

/** The reason a color can't be used, with the nearest usable color; null if the color can be used. */
export interface ColorMistake {
  readonly contrast: number;
  readonly nearest: Hex;
}

/** Checks a background in light mode: every text on it must stay readable. */
export const mistakeInBackground = (background: Hex): ColorMistake | null =>
  mistakeIn(background, 'lighter', LIGHT_TEXTS);

/** Checks an accent in light mode, on the page and on cards. */
export function mistakeInLightAccent(accent: Hex, background: Hex | null): ColorMistake | null {
  const { ground, paper } = surfacesOf(background).light;
  return mistakeIn(accent, 'darker', [ground, paper]);
}

/** Checks an accent in dark mode, on the page and on cards. */
export function mistakeInDarkAccent(accent: Hex, background: Hex | null): ColorMistake | null {
  const { ground, paper } = surfacesOf(background).dark;
  return mistakeIn(accent, 'lighter', [ground, paper]);
}

function mistakeIn(color: Hex, towards: 'darker' | 'lighter', others: readonly Hex[]): ColorMistake | null {
  const least = (one: Hex) => Math.min(...others.map((other) => contrastOf(one, other)));
  const passes = (one: Hex) => least(one) >= LEAST_CONTRAST;
  return passes(color) ? null : { contrast: least(color), nearest: nearestPassing(color, towards, passes) };
}

/** Returns the palettes for a look whose colors have passed the checks. */
export function palettesOf({ accent, background }: LookColors): {
  readonly light: Palette;
  readonly dark: Palette;
} {
  const { light, dark } = surfacesOf(background);
  const own = { ground: null, paper: null, line: null };
  return {
    light: {
      ...(background === null ? own : { ...light, line: lineOn(background, -0.12) }),
      accent: accent?.light ?? null,
      onAccent: accent && '#ffffff',
    },
    dark: {
      ...(background === null ? own : { ...dark, line: lineOn(background, DARK.line) }),
      accent: accent?.dark ?? null,
      onAccent: accent && inkOn(accent.dark),
    },
  };
}

/** Returns a line's color, with a fixed lightness or, if negative, that much darker than the page. */
function lineOn(background: Hex, lightness: number): Hex {
  const { lightness: page, chroma, hue } = oklchOf(background);
  if (lightness < 0) return hexOf({ lightness: page + lightness, chroma: Math.min(chroma, 0.06), hue });
  return hexOf({ lightness, chroma: Math.min(chroma, DARK.mostChroma), hue });
}

/** Returns a very dark color in the accent's hue, for text on a light accent. */
function inkOn(accent: Hex): Hex {
  const { hue, chroma } = oklchOf(accent);
  const ink = hexOf({ lightness: 0.2, chroma: Math.min(chroma, 0.04), hue });
  return contrastOf(ink, accent) >= LEAST_CONTRAST ? ink : '#000000';
}
