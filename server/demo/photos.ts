import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PreparedPhoto } from '#subgraphs/catalog/index.ts';

/** Photos of the demo world, drawn for it: what each shows. Their files are in `photos/`, in every size they are kept in. */
const PHOTOS = {
  boathouse: 'A cabin on stilts over the lake at dusk',
  cabin: 'A wooden cabin between spruces',
  'double-room': 'A double bed beside a window to the mountains',
  garden: 'A house in a garden with two trees',
  harbour: 'Three coloured houses at the harbour, a sailing boat in front',
  kitchen: 'A kitchen with a round table at the window',
  lake: 'The lake with mountains behind it',
  lodge: 'The lodge at the water',
  loft: 'A bed under the roof between wooden beams',
  mill: 'An old mill with its wheel in the stream',
  suite: 'A bedroom with a red double bed and a view',
  tent: 'A tent on a wooden platform under the moon',
} as const;

export type DemoPhoto = keyof typeof PHOTOS;

/** Which photos a unit type shows, the main one first. */
export const UNIT_TYPE_PHOTOS: Readonly<Record<string, readonly DemoPhoto[]>> = {
  'Lake View Double': ['double-room', 'lake', 'lodge'],
  'Garden Family Suite': ['suite', 'garden', 'lodge'],
  'The Boathouse': ['boathouse', 'lake'],
  'Miller Apartment': ['mill', 'kitchen'],
  'Granary Loft': ['loft', 'mill'],
  'Wheel Room': ['double-room', 'mill'],
  'Spruce Cabin': ['cabin', 'kitchen'],
  'Tent on a Platform': ['tent', 'cabin'],
  'Tatami Room': ['harbour'],
  'Captain Suite': ['harbour'],
  'Sandbox Room': ['double-room'],
  'Sandbox Suite': ['suite'],
};

const WIDTH = 960;
const HEIGHT = 640;
const WIDTHS = [320, 800, 1600] as const;
const FORMATS = ['webp', 'jpeg'] as const;

/** Reads a photo with all its sizes. */
export async function readDemoPhoto(name: DemoPhoto): Promise<PreparedPhoto> {
  const files = await Promise.all(
    WIDTHS.flatMap((width) =>
      FORMATS.map(async (format) => ({
        ...{ width, format },
        body: await readFile(new URL(`./photos/${name}-${width}.${format}`, import.meta.url)),
      })),
    ),
  );
  const largest = files.at(-1)?.body ?? '';
  const sha256 = createHash('sha256').update(largest).digest('hex');
  return { sha256, width: WIDTH, height: HEIGHT, alt: PHOTOS[name], files };
}
