import { isName } from '#kit/names.ts';
import { HORIZON_DAYS, MAX_CHANNEL_ID, MAX_CHANNEL_ROOMS, MAX_KEPT_BACK } from '#schema/limits.ts';
import type { ChannelModifier } from './channel-modifier.ts';

export const CONNECTION_STATUSES = ['testing', 'active', 'paused', 'disconnected'] as const;
export const OVERBOOKING = ['flag', 'refuse'] as const;
export const COLLECTORS = ['channel', 'property'] as const;

type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/**
 * A connection's public status. An active connection is `mapped` until its channel has accepted all nights
 * for the first time, and `degraded` while its channel doesn't accept changes, including the initial ones.
 */
export function shownStatus({
  status,
  awaitsFull,
  degradedSince,
}: {
  readonly status: ConnectionStatus;
  readonly awaitsFull: boolean;
  readonly degradedSince?: Date | null | undefined;
}): ConnectionStatus | 'mapped' | 'degraded' {
  if (status !== 'active') return status;
  if (degradedSince) return 'degraded';
  return awaitsFull ? 'mapped' : status;
}

/** Moves that a host can make with a connection. */
export type ConnectionMove = 'map' | 'pause' | 'resume' | 'disconnect';

/** A connection's state after a move; null if it has ended (docs/interface/channels.md#states). */
export function movedConnection(
  status: ConnectionStatus,
  move: ConnectionMove,
  hasRooms: boolean,
): ConnectionStatus | null {
  if (status === 'disconnected') return move === 'disconnect' ? status : null;
  if (move === 'disconnect') return 'disconnected';
  if (move === 'pause') return 'paused';
  if (move === 'map' && status === 'paused') return 'paused';
  return hasRooms ? 'active' : 'testing';
}

/** A host's mapping for a room. */
export interface GivenRoom {
  readonly channelRoomId: string;
  readonly unitTypeId: string;
  /** The room's rates; defaults to its unit type's default rate plan. */
  readonly rates?: readonly GivenRate[];
}

/** A host's mapping for a room's rate, or for its only rate. */
export interface GivenRate extends ChannelModifier {
  /** Empty for a room with a single rate. */
  readonly channelRateId: string;
  readonly ratePlanId: string | null;
}

/** The first problem with a mapping itself, without looking up the records it refers to; null if it's valid. */
export function roomsFault(rooms: readonly GivenRoom[]): string | null {
  if (rooms.length < 1 || rooms.length > MAX_CHANNEL_ROOMS)
    return `A mapping must have 1 to ${MAX_CHANNEL_ROOMS} rooms.`;
  if (rooms.some(({ channelRoomId }) => !isChannelId(channelRoomId)))
    return `A room's id on the channel must have 1 to ${MAX_CHANNEL_ID} visible characters.`;
  return new Set(rooms.map(({ channelRoomId }) => channelRoomId)).size < rooms.length
    ? 'Map each of the channel’s rooms only once.'
    : null;
}

/** True if the text is valid as an id from a channel. */
export const isChannelId = (text: string): boolean => isName(text, MAX_CHANNEL_ID) && text === text.trim();

/** True if a channel can get updates this many days ahead; undefined and null are valid. */
export const isHorizon = (days: number | null | undefined): boolean =>
  days == null || (days >= 1 && days <= HORIZON_DAYS);

/** True if this many units per night can be kept from a channel; undefined and null are valid. */
export const isKeptBack = (units: number | null | undefined): boolean =>
  units == null || (units >= 0 && units <= MAX_KEPT_BACK);
