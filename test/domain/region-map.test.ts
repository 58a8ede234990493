import { expect, test } from 'vitest';
import { clipArea } from '#adapters/storefront-pages/map/clip.ts';
import { regionAround } from '#adapters/storefront-pages/map/region.ts';

// docs/interface/storefronts.md#pages: a region's map, drawn from outlines and towns.

/** Bounds for a path with relative steps. */
function boundsOf(path: string) {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const piece of path.split(/[Mz]+/).filter((text) => text !== '')) {
    let [x, y] = [0, 0];
    for (const step of piece.split(/[l ]/)) {
      const [dx = 0, dy = 0] = step.split(',').map(Number);
      [x, y] = [x + dx, y + dy];
      xs.push(x);
      ys.push(y);
    }
  }
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

test('an inland region is all land with its borders and towns by size', async () => {
  const { land, borders, labels } = await regionAround('Brienz', { lat: 46.754, lng: 8.039 });
  const { left, right, top, bottom } = boundsOf(land);
  expect([left, right, top, bottom].map(Math.round)).toEqual([-380, 380, -170, 170]);
  expect(borders).toMatch(/^M/);
  expect(labels.map(({ name }) => name)).toEqual(expect.arrayContaining(['Bern']));
  expect(land.length + borders.length).toBeLessThan(16_384);
});

test('an open sea has no land', async () => {
  expect(await regionAround('Nemo', { lat: -48.9, lng: -123.4 })).toEqual({
    land: '',
    borders: '',
    labels: [],
  });
});

test('a region at the 180th meridian has land on both sides', async () => {
  const { left, right } = boundsOf((await regionAround('Taveuni', { lat: -16.8, lng: 179.99 })).land);
  expect(left).toBeLessThan(-50);
  expect(right).toBeGreaterThan(2);
});

test("town names don't overlap", async () => {
  const { labels } = await regionAround('Essen', { lat: 51.45, lng: 7.01 });
  expect(labels.length).toBeGreaterThan(3);
  const boxes = labels.map(({ name, at: [x, y], side }) => {
    const width = name.length * 7;
    return { from: side === 'left' ? x - width : x, to: side === 'left' ? x : x + width, y };
  });
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      expect(Math.abs(one.y - other.y) >= 18 || one.to <= other.from || other.to <= one.from).toBe(true);
});

test.each([
  [
    'inside the frame',
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
    4,
  ],
  [
    'surrounding the frame',
    [
      [-9, -9],
      [9, -9],
      [9, 9],
      [-9, 9],
    ],
    2 * 2 * 4,
  ],
  [
    'partly outside the frame',
    [
      [0, -1],
      [9, -1],
      [9, 1],
      [0, 1],
    ],
    4,
  ],
  [
    'outside the frame',
    [
      [7, 7],
      [9, 7],
      [9, 9],
    ],
    0,
  ],
] as const)('an area %s is clipped to the frame', (_what, ring, area) => {
  const dots = clipArea(ring, { x: 2, y: 2 });
  const twice = dots.reduce((sum, [x, y], at) => {
    const [nextX = 0, nextY = 0] = dots[(at + 1) % dots.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
  expect(Math.abs(twice / 2)).toBeCloseTo(area);
});
