import { isName } from '#kit/names.ts';
import { HORIZON_DAYS, MAX_CHANNEL_ID, MAX_CHANNEL_ROOMS, MAX_KEPT_BACK } from '#schema/limits.ts';
import type { ChannelModifier } from './channel-modifier.ts';

export const CONNECTION_STATUSES = ['testing', 'active', 'paused', 'disconnected'] as const;
export const OVERBOOKING = ['flag', 'refuse'] as const;
export const COLLECTORS = ['channel', 'property'] as const;

type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/**
 * What others see of a connection: one that is active is mapped until its channel has accepted all nights once, and degraded while it
 * does not accept what changed, the first time too.
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

/** What a host does to a connection. */
export type ConnectionMove = 'map' | 'pause' | 'resume' | 'disconnect';

/** Where a connection is after a move; null where it has ended (docs/interface/channels.md#states). */
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

/** A room as a host maps it. */
export interface GivenRoom {
  readonly channelRoomId: string;
  readonly unitTypeId: string;
  /** What it is sold at; at its unit type's default rate plan where none is given. */
  readonly rates?: readonly GivenRate[];
}

/** A rate of a room, or the only one it is sold at, as a host maps it. */
export interface GivenRate extends ChannelModifier {
  /** Empty for a room that is sold at one rate. */
  readonly channelRateId: string;
  readonly ratePlanId: string | null;
}

/** What is wrong with a mapping, whatever it refers to; null if nothing is. */
export function roomsFault(rooms: readonly GivenRoom[]): string | null {
  if (rooms.length < 1 || rooms.length > MAX_CHANNEL_ROOMS)
    return `A mapping has 1 to ${MAX_CHANNEL_ROOMS} rooms.`;
  if (rooms.some(({ channelRoomId }) => !isChannelId(channelRoomId)))
    return `A room's id on the channel must have 1 to ${MAX_CHANNEL_ID} visible characters.`;
  return new Set(rooms.map(({ channelRoomId }) => channelRoomId)).size < rooms.length
    ? 'Each room of the channel is mapped once.'
    : null;
}

/** Whether a text can be an id that a channel gives. */
export const isChannelId = (text: string): boolean => isName(text, MAX_CHANNEL_ID) && text === text.trim();

/** Whether a channel can be told of so many days ahead; leaving it out is fine. */
export const isHorizon = (days: number | null | undefined): boolean =>
  days == null || (days >= 1 && days <= HORIZON_DAYS);

/** Whether so many units of every night can be kept from a channel; leaving it out is fine. */
export const isKeptBack = (units: number | null | undefined): boolean =>
  units == null || (units >= 0 && units <= MAX_KEPT_BACK);
