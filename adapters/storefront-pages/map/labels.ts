import type { Dot } from './clip.ts';

/** A named town on a map. */
export interface Label {
  readonly name: string;
  readonly at: Dot;
  /** Side of the dot that the name is on. */
  readonly side: 'left' | 'right';
  /** True if there's no room for it on a phone. */
  readonly isFar: boolean;
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Areas with room for whole names above the scale bar, on phones and on desktops. */
const PHONE: Area = { left: -165, right: 165, top: -150, bottom: 120 };
const DESK: Area = { ...PHONE, left: -315, right: 315 };
const MOST_NEAR = 4;
const MOST = 9;
/** Pixels for a letter, a line, and a dot with its surrounding space. */
const [LETTER, LINE, DOT] = [7.2, 18, 8];
/** Towns closer than this are treated as the place itself. */
const OWN = 12;
/** Size of the marker with the place's name, in larger text. */
const MARKER = { letter: 9, top: -36, bottom: 16 };

interface Placed {
  readonly name: string;
  readonly at: Dot;
}

/** Labels the largest towns around a place whose names fit, starting with those that a phone also shows. */
export function labelTowns(place: string, largestFirst: readonly Placed[]): readonly Label[] {
  const half = (place.length * MARKER.letter) / 2;
  const labels: Label[] = [];
  const taken: Area[] = [{ left: -half, right: half, top: MARKER.top, bottom: MARKER.bottom }];
  const add = (frame: Area, most: number) => {
    for (const { name, at } of largestFirst.filter((town) => isWithin(areaOf(town, 0), frame))) {
      if (labels.length >= most) return;
      if (Math.hypot(...at) < OWN || labels.some((label) => label.name === name)) continue;
      const isFree = (area: Area) => isWithin(area, frame) && !taken.some((other) => meet(other, area));
      const side = sidesOf(at).find((one) => isFree(areaOf({ name, at }, one)));
      if (side === undefined) continue;
      labels.push({ name, at, side: side < 0 ? 'left' : 'right', isFar: frame === DESK });
      taken.push(areaOf({ name, at }, side));
    }
  };
  add(PHONE, MOST_NEAR);
  add(DESK, MOST);
  return labels;
}

type Side = -1 | 0 | 1;

/** Names run towards the middle if possible, otherwise away from it. */
const sidesOf = ([x]: Dot): readonly Side[] => (x < 0 ? [1, -1] : [-1, 1]);

/** Returns the area taken up by a town with its name on a side; side 0 means its dot only. */
function areaOf({ name, at: [x, y] }: Placed, side: Side): Area {
  const width = name.length * LETTER;
  return {
    left: x - DOT - (side < 0 ? width : 0),
    right: x + DOT + (side > 0 ? width : 0),
    top: y - LINE / 2,
    bottom: y + LINE / 2,
  };
}

const isWithin = (one: Area, other: Area): boolean =>
  one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;

const meet = (one: Area, other: Area): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
