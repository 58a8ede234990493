import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeFeedEvents,
  type KnownEvent,
  type ReadingFacts,
} from '#subgraphs/catalog/calendars/domain/feed-changes.ts';
import { tries } from '../support/seeded.ts';

// docs/interface/ical.md#losses: matching a reading's events with the previous reading's.

const NOW = new Date('2026-12-01T12:00:00Z');
const hours = (after: number) => new Date(NOW.getTime() + after * 3_600_000);
const event = (externalId: string, from: number, to: number) => ({
  externalId,
  firstNight: day(from),
  departure: day(to),
  via: [],
});
const day = (n: number) => Temporal.PlainDate.from('2026-12-01').add({ days: n }).toString();
const nights = (events: readonly { readonly firstNight: string; readonly departure: string }[]) =>
  events.map(({ firstNight, departure }) => `${firstNight}/${departure}`).sort();

interface State {
  readonly events: readonly KnownEvent[];
  readonly shrunkFrom: number | null;
}
type Read = readonly ReturnType<typeof event>[] | null;

const EMPTY: State = { events: [], shrunkFrom: null };
const reading = (state: State, events: Read, more: Partial<ReadingFacts> = {}): State =>
  changeFeedEvents(state.events, {
    events,
    isPartial: false,
    shown: [],
    shrunkFrom: state.shrunkFrom,
    today: day(0),
    now: NOW,
    ...more,
  });
const stateAfter = (...readings: readonly Read[]): State =>
  readings.reduce<State>((state, events) => reading(state, events), EMPTY);

describe('an event of a feed', () => {
  test('an event with a new UID on the same nights counts as the same event', () => {
    const state = stateAfter(
      [event('a', 20, 23), event('b', 30, 31)],
      [event('c', 20, 23), event('d', 30, 31)],
    );
    expect(nights(state.events)).toEqual([`${day(20)}/${day(23)}`, `${day(30)}/${day(31)}`]);
    expect(state).toMatchObject({ shrunkFrom: null, events: [{ absent: false }, { absent: false }] });
  });

  test("an event that takes over another event's UID blocks its nights only once", () => {
    const state = stateAfter(
      [event('1', 5, 7), event('2', 20, 23), event('3', 30, 31)],
      [event('1', 20, 23), event('2', 30, 31)],
    );
    expect(nights(state.events.filter(({ absent }) => !absent))).toEqual([
      `${day(20)}/${day(23)}`,
      `${day(30)}/${day(31)}`,
    ]);
    expect(nights(state.events.filter(({ absent }) => absent))).toEqual([`${day(5)}/${day(7)}`]);
    expect(new Set(state.events.map(({ externalId }) => externalId)).size).toBe(3);
  });

  test.each([
    ['the same UID', event('a', 20, 23), event('a', 40, 43)],
    ['another UID on overlapping nights', event('a', 20, 23), event('b', 22, 26)],
    ['another UID, as a window that lost its first day', event('a', 0, 365), event('b', 1, 366)],
    ['another UID, as a window of one night', event('a', 365, 366), event('b', 366, 367)],
  ])('an event with %s counts as moved', (_what, old, moved) => {
    const state = stateAfter([old], [moved]);
    expect(nights(state.events)).toEqual(nights([moved]));
    expect(state.shrunkFrom).toBeNull();
  });

  test.each([
    ['far from it', event('b', 40, 42)],
    ['right after it', event('b', 23, 25)],
  ])('a new event doesn’t make up for a lost event %s', (_what, other) => {
    const state = stateAfter(
      [event('a', 20, 23), event('x', 50, 51), event('y', 60, 61)],
      [other, event('x', 50, 51), event('y', 60, 61)],
    );
    expect(nights(state.events)).toHaveLength(4);
  });

  test('an event frees its nights after two reads without it', () => {
    const all = [event('a', 20, 23), event('b', 30, 31), event('c', 40, 41)];
    const gone = all.slice(0, 2);
    expect(stateAfter(all, gone).events).toHaveLength(3);
    expect(stateAfter(all, gone, gone).events).toHaveLength(2);
    expect(stateAfter(all, gone, null).events).toHaveLength(2);
    expect(stateAfter(all, gone, all, gone).events).toHaveLength(3);
  });

  test('a past event is dropped', () => {
    const before = stateAfter([event('a', 0, 2), event('b', 0, 3)]);
    expect(nights(reading(before, null, { today: day(2) }).events)).toEqual([`${day(0)}/${day(3)}`]);
  });

  test('a partial read frees no nights', () => {
    const before = stateAfter([event('a', 20, 23), event('b', 30, 31)]);
    const partial = [1, 2, 3].reduce<State>(
      (state) => reading(state, [event('c', 40, 41)], { isPartial: true, now: hours(100) }),
      before,
    );
    expect(nights(partial.events)).toHaveLength(3);
    expect(partial.shrunkFrom).toBeNull();
  });

  test('a feed keeps its nights through reads with different UIDs in a different order', () => {
    const stay = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 }));
    const stays = fc.uniqueArray(stay, { maxLength: 12 });
    fc.assert(
      fc.property(
        stays,
        fc.array(fc.infiniteStream(fc.nat()), { minLength: 1, maxLength: 4 }),
        (all, orders) => {
          const read = (n: number, order: Iterator<number>) =>
            all
              .map(([from, length], i) => ({
                stay: event(`${n}-${i}`, from, from + length),
                key: Number(order.next().value),
              }))
              .sort((a, b) => a.key - b.key)
              .map(({ stay }, i) => ({ ...stay, externalId: n % 2 === 0 ? stay.externalId : String(i) }));
          const readings = orders.map((order, n) => read(n, order));
          const state = stateAfter(...readings);
          expect(nights(state.events)).toEqual(nights(readings[0] ?? []));
          expect(state.events.every(({ absent, missed }) => !absent && missed === 0)).toBe(true);
          expect(state.shrunkFrom).toBeNull();
        },
      ),
      { numRuns: tries(300) },
    );
  });

  test('exactly the nights of the events in the latest read are taken', () => {
    const stay = fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
    );
    const file = fc.uniqueArray(stay, { maxLength: 5, selector: ([id]) => id });
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 6 }), (files) => {
        const readings = files.map((all) => all.map(([id, from, length]) => event(id, from, from + length)));
        const state = stateAfter(...readings);
        expect(nights(state.events.filter(({ absent }) => !absent))).toEqual(nights(readings.at(-1) ?? []));
        expect(new Set(state.events.map(({ externalId }) => externalId)).size).toBe(state.events.length);
      }),
      { numRuns: tries(500) },
    );
  });
});

describe('a feed that shrank', () => {
  const all = [event('a', 20, 23), event('b', 30, 31), event('c', 40, 41)];
  const [first] = all;
  const shrunk = [first ?? expect.unreachable()];
  const at = (state: State, hour: number, events: Read = shrunk) =>
    reading(state, events, { now: hours(hour) });

  test('a feed counts as shrunken when it loses more than half of its upcoming events', () => {
    expect(stateAfter(all, shrunk)).toMatchObject({ shrunkFrom: 3 });
    expect(stateAfter(all, all.slice(1))).toMatchObject({ shrunkFrom: null });
    expect(stateAfter(all.slice(0, 2), shrunk)).toMatchObject({ shrunkFrom: null });
    expect(stateAfter(all, [])).toMatchObject({ shrunkFrom: 3 });
  });

  test('a shrunken feed frees nights after 24 hours with three matching reads', () => {
    const begun = at(stateAfter(all), 0);
    const twice = at(begun, 1);
    expect(at(twice, 23.9).events).toHaveLength(3);
    expect(at(twice, 24)).toMatchObject({ shrunkFrom: null, events: [{ externalId: 'a' }] });
    expect(at(begun, 48).events).toHaveLength(3);
    expect(at(at(begun, 48), 49).events).toHaveLength(1);
    expect(at(at(begun, 1, null), 24, null).events).toHaveLength(1);
  });

  test('a shrunken feed waits again when a lost event returns', () => {
    const back = at(at(at(stateAfter(all), 0), 12), 13, all);
    expect(back).toMatchObject({ shrunkFrom: null });
    expect(at(at(at(back, 14), 20), 25).events).toHaveLength(3);
  });

  test('a feed that recovered frees the remaining nights after two reads', () => {
    const recovered = at(at(at(stateAfter(all), 0), 1), 2, all.slice(0, 2));
    expect(recovered).toMatchObject({ shrunkFrom: null });
    expect(recovered.events).toHaveLength(3);
    expect(at(recovered, 3, all.slice(0, 2)).events).toHaveLength(2);
  });

  test('a shrunken feed frees no nights after a partial read', () => {
    const begun = at(at(stateAfter(all), 0), 1);
    expect(reading(begun, shrunk, { isPartial: true, now: hours(100) })).toMatchObject({ shrunkFrom: 3 });
    expect(reading(begun, shrunk, { isPartial: true, now: hours(100) }).events).toHaveLength(3);
  });
});

describe('an echo of our own booking', () => {
  const span = (from: number, to: number, gone = false) => ({ checkIn: day(from), checkOut: day(to), gone });
  const echoes = (state: State) => state.events.map(({ externalId, echo }) => `${externalId} ${echo}`).sort();

  test.each([
    ['nights that the link shows', [span(20, 23)], event('x', 20, 23), true],
    [
      'nights that became part of a longer span',
      [span(20, 23, true), span(20, 25)],
      event('x', 20, 23),
      true,
    ],
    ['the rest of a stay that has begun', [span(-2, 3)], event('x', 0, 3), true],
    ['nights that the link never showed', [], event('x', 20, 23), false],
    ['some of the nights that the link shows', [span(20, 23)], event('x', 20, 22), false],
    ['more nights than the link shows', [span(20, 23)], event('x', 20, 24), false],
    ['nights that the link no longer shows', [span(20, 23, true)], event('x', 20, 23), false],
  ])('an event on %s is classified correctly', (_what, shown, read, isEcho) => {
    expect(echoes(reading(EMPTY, [read], { shown }))).toEqual([`x ${isEcho}`]);
  });

  test('an echo stays an echo after its booking is cancelled', () => {
    const known = reading(EMPTY, [event('x', 20, 23)], { shown: [span(20, 23)] });
    expect(echoes(reading(known, [event('x', 20, 23)], { shown: [span(20, 23, true)] }))).toEqual(['x true']);
    expect(echoes(reading(known, [event('y', 20, 23)], { shown: [span(20, 23)] }))).toEqual(['y true']);
  });

  test('an event on nights that the link showed as free again isn’t an echo', () => {
    const known = reading(EMPTY, [event('x', 20, 23)], { shown: [span(20, 23)] });
    const sold = reading(known, [event('y', 20, 23)], { shown: [span(20, 23, true)] });
    expect(sold.events.filter(({ absent }) => !absent)).toMatchObject([{ externalId: 'y', echo: false }]);
  });

  test('an event that was known before the link showed its nights isn’t an echo', () => {
    const known = reading(EMPTY, [event('x', 20, 23)]);
    expect(echoes(reading(known, [event('x', 20, 23)], { shown: [span(20, 23)] }))).toEqual(['x false']);
    expect(echoes(reading(known, [event('y', 20, 23)], { shown: [span(20, 23)] }))).toEqual(['y false']);
  });

  test('an echo is recognized next to a channel’s event on the same nights', () => {
    const known = reading(EMPTY, [event('x', 20, 23)]);
    const both = reading(known, [event('x', 20, 23), event('y', 20, 23)], { shown: [span(20, 23)] });
    expect(echoes(both)).toEqual(['x false', 'y true']);
  });

  test('a lost echo doesn’t count as a loss', () => {
    const shown = [span(20, 23), span(30, 33), span(40, 43)];
    const known = reading(
      EMPTY,
      [event('x', 20, 23), event('y', 30, 33), event('z', 40, 43), event('r', 50, 51)],
      { shown },
    );
    expect(reading(known, [event('r', 50, 51)], { shown }).shrunkFrom).toBeNull();
  });
});
