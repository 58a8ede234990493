import { LRUCache } from 'lru-cache';
import { clipArea, type Dot, type Frame, runsInside } from './clip.ts';
import { type Label, labelTowns } from './labels.ts';
import { type Box, type Outlines, outlines, type Stretch } from './outlines.ts';
import { type Town, towns } from './towns.ts';

/** The land around a point as SVG paths, with the point in the middle at 0 0. */
interface Region {
  readonly land: string;
  readonly borders: string;
  readonly labels: readonly Label[];
}

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Pixels per kilometre: a page shows about 300 km across, a phone 170. */
export const SCALE = 2;
const KM_PER_DEGREE = 111.2;
/** Larger than any page shows: the page cuts off the rest. */
const FRAME: Frame = { x: 380, y: 170 };
/** Minimum distance in pixels from the previous point; closer points are left out. */
const DETAIL = 1;
const MOST_BYTES = 4 * 1024 * 1024;

const drawn = new LRUCache<string, Region>({
  maxSize: MOST_BYTES,
  sizeCalculation: ({ land, borders }) => 2 * (land.length + borders.length) + 1_024,
});

/**
 * Returns the region around a place, whose position is rounded to a hundredth of a degree, which is two
 * pixels.
 */
export async function regionAround(place: string, point: Point): Promise<Region> {
  const key = `${point.lat.toFixed(2)} ${point.lng.toFixed(2)} ${place}`;
  const known = drawn.get(key);
  if (known) return known;
  const region = draw(await outlines(), { ...point, name: place }, await towns());
  drawn.set(key, region);
  return region;
}

function draw(world: Outlines, middle: Town, all: readonly Town[]): Region {
  const [land, borders]: [string[], string[]] = [[], []];
  // Draw the world three times, side by side, so there's land beyond the 180th meridian too.
  for (const shift of [-360, 0, 360]) {
    const centre = { lat: middle.lat, lng: middle.lng + shift };
    land.push(...landAround(world, centre));
    borders.push(...bordersAround(world, centre));
  }
  const near = all.map((town) => ({ name: town.name, at: placed(town, middle) }));
  return { land: land.join(''), borders: borders.join(''), labels: labelTowns(middle.name, near) };
}

function landAround({ stretches, lands }: Outlines, centre: Point): readonly string[] {
  const box = boxOf(centre);
  const lines = new Map<number, readonly Dot[]>();
  const lineOf = (arc: number): readonly Dot[] => {
    const at = arc < 0 ? ~arc : arc;
    const line = lines.get(at) ?? thinned(stretches[at], centre);
    lines.set(at, line);
    return arc < 0 ? line.toReversed() : line;
  };
  return lands
    .filter((land) => overlap(land.box, box))
    .flatMap(({ rings }) => rings)
    .map((ring) =>
      clipArea(
        ring.flatMap((arc) => lineOf(arc).slice(1)),
        FRAME,
      ),
    )
    .flatMap((dots) => (dots.length < 3 ? [] : `${pathOf(dots)}z`));
}

function bordersAround({ stretches }: Outlines, centre: Point): readonly string[] {
  const box = boxOf(centre);
  return stretches
    .filter((stretch) => stretch.isBorder && overlap(stretch.box, box))
    .flatMap((stretch) => runsInside(thinned(stretch, centre), FRAME))
    .map(pathOf);
}

/** Converts a stretch to pixels and keeps only visible detail; its ends are kept, so that neighbours meet. */
function thinned(stretch: Stretch | undefined, centre: Point): readonly Dot[] {
  const points = stretch?.points ?? new Float32Array();
  const dots: Dot[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const dot = placed({ lng: points[at] ?? 0, lat: points[at + 1] ?? 0 }, centre);
    const last = dots.at(-1);
    const isEnd = at === 0 || at + 2 >= points.length;
    if (isEnd || !last || Math.hypot(dot[0] - last[0], dot[1] - last[1]) >= DETAIL) dots.push(dot);
  }
  return dots;
}

/** Returns a point's position relative to the middle, in pixels; accurate enough at this size. */
function placed({ lat, lng }: Point, middle: Point): Dot {
  const pixels = KM_PER_DEGREE * SCALE;
  return [(lng - middle.lng) * squeeze(middle) * pixels, (middle.lat - lat) * pixels];
}

/** Degrees of longitude get shorter towards the poles. */
const squeeze = ({ lat }: Point): number => Math.max(Math.cos((lat * Math.PI) / 180), 0.05);

function boxOf(centre: Point): Box {
  const pixels = KM_PER_DEGREE * SCALE;
  const [wide, high] = [FRAME.x / pixels / squeeze(centre), FRAME.y / pixels];
  return {
    west: centre.lng - wide,
    east: centre.lng + wide,
    south: centre.lat - high,
    north: centre.lat + high,
  };
}

const overlap = (one: Box, other: Box): boolean =>
  one.west <= other.east && one.east >= other.west && one.south <= other.north && one.north >= other.south;

/** Steps are shorter to write than absolute points; rounding errors don't add up. */
function pathOf(dots: readonly Dot[]): string {
  let [x, y] = [0, 0];
  return dots
    .map(([toX, toY], index) => {
      const [dx, dy] = [tenths(toX) - x, tenths(toY) - y];
      [x, y] = [x + dx, y + dy];
      return `${index === 0 ? 'M' : index === 1 ? 'l' : ' '}${dx / 10},${dy / 10}`;
    })
    .join('');
}

const tenths = (pixels: number): number => Math.round(pixels * 10);
