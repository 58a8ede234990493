import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PreparedPhoto } from '#subgraphs/catalog/index.ts';

/**
 * Photos drawn for the demo world, with their descriptions. Their files are in `photos/`, in every stored
 * size.
 */
const PHOTOS = {
  bathroom: 'A bathroom with a tub below the window',
  boathouse: 'A cabin on stilts over the lake at dusk',
  breakfast: 'Breakfast with a croissant and coffee',
  'bunk-beds': 'A bunk bed with a ladder, and a bear',
  cabin: 'A wooden cabin between spruces',
  'double-room': 'A double bed beside a window to the mountains',
  fireplace: 'An armchair beside a fireplace',
  forest: 'A path between spruces',
  garden: 'A house in a garden with two trees',
  harbour: 'Three coloured houses at the harbour, a sailing boat in front',
  kitchen: 'A kitchen with a round table at the window',
  lake: 'The lake with mountains behind it',
  'living-room': 'A living room with a sofa and a lamp',
  lodge: 'The lodge at the water',
  loft: 'A bed under the roof between wooden beams',
  mill: 'An old mill with its wheel in the stream',
  pier: 'A pier, with a rowing boat beside it',
  suite: 'A bedroom with a red double bed and a view',
  terrace: 'A table under a parasol above the lake',
  tent: 'A tent on a wooden platform under the moon',
} as const;

export type DemoPhoto = keyof typeof PHOTOS;

/** Each unit type's photos, the main one first. */
export const UNIT_TYPE_PHOTOS: Readonly<Record<string, readonly DemoPhoto[]>> = {
  'Lake View Double': ['double-room', 'lake', 'lodge', 'bathroom', 'terrace', 'breakfast'],
  'Garden Family Suite': ['suite', 'garden', 'lodge', 'bunk-beds', 'bathroom', 'breakfast'],
  'The Boathouse': ['boathouse', 'lake', 'suite', 'living-room', 'bathroom', 'terrace', 'pier', 'breakfast'],
  'Miller Apartment': [
    ...(['mill', 'kitchen', 'living-room', 'double-room'] as const),
    ...(['bunk-beds', 'bathroom', 'breakfast', 'garden'] as const),
  ],
  'Granary Loft': [
    ...(['loft', 'mill', 'living-room', 'kitchen'] as const),
    ...(['bathroom', 'fireplace', 'breakfast', 'garden'] as const),
  ],
  'Wheel Room': ['double-room', 'mill', 'bathroom'],
  'Spruce Cabin': [
    ...(['cabin', 'fireplace', 'kitchen', 'double-room'] as const),
    ...(['bathroom', 'living-room', 'terrace', 'forest'] as const),
  ],
  'Tent on a Platform': ['tent', 'cabin', 'forest', 'bathroom', 'breakfast', 'lake', 'pier', 'terrace'],
  'Tatami Room': ['harbour', 'bathroom', 'breakfast'],
  'Captain Suite': ['suite', 'harbour', 'living-room', 'bathroom', 'terrace', 'breakfast'],
  'Mountain Room': ['loft', 'forest', 'fireplace', 'bathroom', 'breakfast'],
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
        width,
        format,
        body: await readFile(new URL(`./photos/${name}-${width}.${format}`, import.meta.url)),
      })),
    ),
  );
  const largest = files.at(-1)?.body ?? '';
  const sha256 = createHash('sha256').update(largest).digest('hex');
  return { sha256, width: WIDTH, height: HEIGHT, alt: PHOTOS[name], files };
}
