/** A color as `#rrggbb`, in lowercase. */
export type Hex = string;

/** Minimum contrast between text and its background (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

const HEX = /^#[0-9a-f]{6}$/i;

/** Reads `#rrggbb` in upper or lower case; returns null for anything else. */
export const readHex = (text: string): Hex | null => (HEX.test(text) ? text.toLowerCase() : null);

/** Returns the contrast between two colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: Hex, other: Hex): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ]; // two in, two out
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Returns the color of the same hue with the nearest lightness that passes, searching only darker or only
 * lighter colors; returns the color itself if it passes. Black or white must pass.
 */
export function nearestPassing(
  color: Hex,
  towards: 'darker' | 'lighter',
  passes: (color: Hex) => boolean,
): Hex {
  if (passes(color)) return color;
  const { lightness, chroma, hue } = oklchOf(color);
  const end = towards === 'darker' ? 0 : 1;
  const at = (share: number) => hexOf({ lightness: lightness + (end - lightness) * share, chroma, hue });
  let [failing, passing] = [0, 1];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (failing + passing) / 2;
    if (passes(at(middle))) passing = middle;
    else failing = middle;
  }
  return at(passing);
}

/** Enough to distinguish any two 8-bit colors. */
const HALVINGS = 16;

/** A color in OKLCH: perceived lightness from 0 to 1, chroma, and hue in radians. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Converts a color to OKLCH (CSS Color 4). */
export function oklchOf(color: Hex): Oklch {
  const [red, green, blue] = channelsOf(color).map(toLinear) as [number, number, number]; // three channels
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** Converts a color from OKLCH, reducing its chroma if needed to fit sRGB. */
export function hexOf({ lightness, chroma, hue }: Oklch): Hex {
  let [within, beyond] = [0, chroma];
  let channels = linearOf({ lightness, chroma, hue });
  if (!channels.every(isInGamut)) {
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (within + beyond) / 2;
      if (linearOf({ lightness, chroma: middle, hue }).every(isInGamut)) within = middle;
      else beyond = middle;
    }
    channels = linearOf({ lightness, chroma: within, hue });
  }
  return `#${channels.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`;
}

function linearOf({ lightness, chroma, hue }: Oklch): readonly number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Allows for rounding in the conversion. */
const isInGamut = (channel: number): boolean => channel >= -1e-4 && channel <= 1.0001;

const channelsOf = (color: Hex): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255);

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

function byteOf(linear: number): number {
  const within = Math.min(1, Math.max(0, linear));
  const channel = within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055;
  return Math.round(channel * 255);
}

function luminanceOf(color: Hex): number {
  const [red, green, blue] = channelsOf(color).map(toLinear) as [number, number, number]; // three channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
