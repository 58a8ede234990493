import { readFile } from 'node:fs/promises';

/** Degrees, west to east and south to north. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A stretch of coast or border: alternating longitudes and latitudes. */
export interface Stretch {
  readonly points: Float32Array;
  readonly box: Box;
  /** True if there are countries on both sides. */
  readonly isBorder: boolean;
}

/**
 * A piece of land: its outline, then its holes, each as a list of stretch numbers; `~n` is stretch n
 * backwards.
 */
interface Land {
  readonly rings: readonly (readonly number[])[];
  readonly box: Box;
}

export interface Outlines {
  readonly stretches: readonly Stretch[];
  readonly lands: readonly Land[];
}

type Rings = readonly (readonly number[])[];
type Country =
  | { readonly type: 'Polygon'; readonly arcs: Rings }
  | { readonly type: 'MultiPolygon'; readonly arcs: readonly Rings[] };

interface Topology {
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly transform: {
    readonly scale: readonly [number, number];
    readonly translate: readonly [number, number];
  };
  readonly objects: { readonly countries: { readonly geometries: readonly Country[] } };
}

let read: Promise<Outlines> | undefined;

/** Loads the world's country outlines on first use. */
export function outlines(): Promise<Outlines> {
  read ??= readOutlines();
  return read;
}

async function readOutlines(): Promise<Outlines> {
  const file = new URL(import.meta.resolve('world-atlas/countries-10m.json'));
  // this file is from a package pinned to an exact version
  const topology = JSON.parse(await readFile(file, 'utf8')) as Topology;
  const pieces = topology.objects.countries.geometries.flatMap((country): readonly Rings[] =>
    country.type === 'Polygon' ? [country.arcs] : country.arcs,
  );
  const uses = new Uint8Array(topology.arcs.length);
  for (const arc of pieces.flat(2)) uses[arc < 0 ? ~arc : arc] = (uses[arc < 0 ? ~arc : arc] ?? 0) + 1;
  const stretches = topology.arcs.map((_arc, at) => stretchOf(topology, at, (uses[at] ?? 0) > 1));
  return { stretches, lands: pieces.map((rings) => ({ rings, box: boxAround(rings, stretches) })) };
}

/** Decodes a stretch: TopoJSON stores grid steps between points. */
function stretchOf({ arcs, transform }: Topology, at: number, isBorder: boolean): Stretch {
  const steps = arcs[at] ?? [];
  const [scaleX, scaleY] = transform.scale;
  const [left, bottom] = transform.translate;
  const points = new Float32Array(steps.length * 2);
  let [x, y] = [0, 0];
  let [west, south, east, north] = [180, 90, -180, -90];
  let index = 0;
  for (const step of steps) {
    x += step[0];
    y += step[1];
    const lng = x * scaleX + left;
    const lat = y * scaleY + bottom;
    points[index++] = lng;
    points[index++] = lat;
    west = Math.min(west, lng);
    south = Math.min(south, lat);
    east = Math.max(east, lng);
    north = Math.max(north, lat);
  }
  return { points, box: { west, south, east, north }, isBorder };
}

const boxAround = (rings: Rings, stretches: readonly Stretch[]): Box =>
  rings
    .flat()
    .flatMap((arc) => stretches[arc < 0 ? ~arc : arc]?.box ?? [])
    .reduce(widest);

const widest = (one: Box, other: Box): Box => ({
  west: Math.min(one.west, other.west),
  south: Math.min(one.south, other.south),
  east: Math.max(one.east, other.east),
  north: Math.max(one.north, other.north),
});
