import type { Minor } from '#kit/money.ts';

/** Bookings, and what they sold. */
export interface BookingSums {
  readonly bookings: number;
  readonly sold: number;
  readonly roomRevenue: Minor;
}

/** Stored sums to add up. */
export interface StoredSums {
  readonly bookings: number;
  readonly sold: number;
  readonly revenue: Minor;
}

/** Adds up bookings. */
export const bookingSums = (sums: readonly StoredSums[]): BookingSums => ({
  bookings: totalOf(sums, ({ bookings }) => bookings),
  sold: totalOf(sums, ({ sold }) => sold),
  roomRevenue: totalOf(sums, ({ revenue }) => revenue),
});

/** Adds up a number of each item. */
export const totalOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

/** Divides to some decimals; null by 0. */
export const ratio = (part: number, whole: number, decimals: number): number | null =>
  whole === 0 ? null : Math.round((part * 10 ** decimals) / whole) / 10 ** decimals;
