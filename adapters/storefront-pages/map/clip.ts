/** A point in a drawing: x to the right, y down. */
export type Dot = readonly [x: number, y: number];

/** Maximum distance from the middle of a drawing, in each direction. */
export interface Frame {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the part of an area inside a frame by cutting its outline at each side in turn (Sutherland and
 * Hodgman).
 */
export function clipArea(ring: readonly Dot[], { x, y }: Frame): readonly Dot[] {
  const left = cut(ring, (dot) => dot[0] + x);
  const right = cut(left, (dot) => x - dot[0]);
  const top = cut(right, (dot) => dot[1] + y);
  return cut(top, (dot) => y - dot[1]);
}

/** Cuts off the part where `inside` is negative. */
function cut(ring: readonly Dot[], inside: (dot: Dot) => number): readonly Dot[] {
  const kept: Dot[] = [];
  let before = ring.at(-1);
  for (const dot of ring) {
    if (before !== undefined) {
      const [from, to] = [inside(before), inside(dot)];
      if (from < 0 !== to < 0) kept.push(between(before, dot, from / (from - to)));
      if (to >= 0) kept.push(dot);
    }
    before = dot;
  }
  return kept;
}

const between = ([x, y]: Dot, [toX, toY]: Dot, part: number): Dot => [
  x + (toX - x) * part,
  y + (toY - y) * part,
];

/** Returns the parts of a line inside a frame, each including the points just outside. */
export function runsInside(line: readonly Dot[], frame: Frame): readonly (readonly Dot[])[] {
  const runs: Dot[][] = [];
  let run: Dot[] | null = null;
  for (const [index, dot] of line.entries()) {
    const isNear = [line[index - 1], dot, line[index + 1]].some((one) => one && isInside(one, frame));
    if (!isNear) {
      run = null;
      continue;
    }
    if (run === null) {
      run = [];
      runs.push(run);
    }
    run.push(dot);
  }
  return runs.filter(({ length }) => length > 1);
}

const isInside = ([x, y]: Dot, frame: Frame): boolean => Math.abs(x) <= frame.x && Math.abs(y) <= frame.y;
