import { describe, expect, test } from 'vitest';
import {
  movedConnection,
  roomsFault,
  shownStatus,
} from '#subgraphs/catalog/channels/domain/channel-connection.ts';

describe('a connection', () => {
  test.each([
    ['testing', 'map', true, 'active'],
    ['active', 'map', true, 'active'],
    ['paused', 'map', true, 'paused'],
    ['active', 'pause', true, 'paused'],
    ['paused', 'resume', true, 'active'],
    ['paused', 'resume', false, 'testing'],
    ['testing', 'disconnect', false, 'disconnected'],
    ['disconnected', 'disconnect', true, 'disconnected'],
    ['disconnected', 'map', true, null],
    ['disconnected', 'resume', true, null],
  ] as const)(
    'a connection with the status %s, on %s with rooms: %s, becomes %s',
    (status, move, hasRooms, after) => {
      expect(movedConnection(status, move, hasRooms)).toBe(after);
    },
  );
});

describe('a connection is shown', () => {
  const since = new Date('2036-01-01T00:00:00Z');
  test.each([
    ['testing', false, null, 'testing'],
    ['active', true, null, 'mapped'],
    ['active', false, null, 'active'],
    ['active', true, since, 'degraded'],
    ['active', false, since, 'degraded'],
    ['paused', false, null, 'paused'],
    ['disconnected', false, null, 'disconnected'],
  ] as const)(
    'a connection with the status %s, awaiting its first update: %s, degraded since %s, shows %s',
    (status, awaitsFull, degradedSince, shown) => {
      expect(shownStatus({ status, awaitsFull, degradedSince })).toBe(shown);
    },
  );
});

describe('a mapping', () => {
  const room = (channelRoomId: string) => ({ channelRoomId, unitTypeId: '1' });
  test.each([
    ['of two rooms', [room('a'), room('b')], null],
    ['of no room', [], 'A mapping must have 1 to 200 rooms.'],
    ['of one room twice', [room('a'), room('a')], 'Map each of the channel’s rooms only once.'],
    ['of a room without an id', [room(' ')], 'must have 1 to 128 visible characters'],
  ])('a mapping %s is validated', (_what, rooms, fault) => {
    if (fault === null) expect(roomsFault(rooms)).toBeNull();
    else expect(roomsFault(rooms)).toContain(fault);
  });
});
