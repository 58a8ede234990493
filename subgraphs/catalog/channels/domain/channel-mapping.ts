import { MAX_CHANNEL_ID, MAX_CHANNEL_ROOMS } from '#schema/limits.ts';
import type { ChannelMappingInput } from '../../generated.ts';
import { type GivenRate, type GivenRoom, isChannelId } from './channel-connection.ts';
import { type ChannelModifier, modifierFaults } from './channel-modifier.ts';

/** A problem with a single mapping (index from 0) or with all mappings. */
export interface MappingFault {
  readonly at: number | null;
  readonly field: string;
  readonly message: string;
}

/**
 * Every problem with the mappings themselves, without checking the records they refer to
 * (docs/interface/channels.md#connecting).
 */
export function mappingFaults(mappings: readonly ChannelMappingInput[]): readonly MappingFault[] {
  const ofAll = faultOfAll(mappings);
  return ofAll === null ? mappings.flatMap(faultsOfOne) : [{ at: null, field: '', message: ofAll }];
}

function faultOfAll(mappings: readonly ChannelMappingInput[]): string | null {
  if (mappings.length < 1 || mappings.length > MAX_CHANNEL_ROOMS)
    return `Send 1 to ${MAX_CHANNEL_ROOMS} mappings.`;
  const keys = mappings.map(({ channelRoomId, channelRateId }) =>
    JSON.stringify([channelRoomId, channelRateId ?? null]),
  );
  if (new Set(keys).size < keys.length)
    return 'Map each of the channel’s rooms, and each of a room’s rates, only once.';
  for (const [room, own] of Map.groupBy(mappings, ({ channelRoomId }) => channelRoomId)) {
    if (new Set(own.map(({ unitTypeId }) => unitTypeId)).size > 1)
      return `All rates of room ${room} must be sold from the same unit type.`;
    if (own.length > 1 && own.some(({ channelRateId }) => channelRateId == null))
      return `Map room ${room} either by its rates or as a whole, not both.`;
  }
  return null;
}

function faultsOfOne(mapping: ChannelMappingInput, at: number): readonly MappingFault[] {
  const { channelRoomId, channelRateId } = mapping;
  const message = (what: string) =>
    `The id of a ${what} on the channel must have 1 to ${MAX_CHANNEL_ID} visible characters.`;
  return [
    ...(isChannelId(channelRoomId) ? [] : [{ at, field: 'channelRoomId', message: message('room') }]),
    ...(channelRateId == null || isChannelId(channelRateId)
      ? []
      : [{ at, field: 'channelRateId', message: message('rate') }]),
    ...modifierFaults(modifierOf(mapping)).map(([field, message]) => ({
      at,
      field: `modifier.${field}`,
      message,
    })),
  ];
}

/** Rooms with enabled mappings, each with its rates. */
export function roomsMapped(mappings: readonly ChannelMappingInput[]): readonly GivenRoom[] {
  const active = mappings.filter((mapping) => mapping.active !== false);
  return [...Map.groupBy(active, ({ channelRoomId }) => channelRoomId)].map(([channelRoomId, own]) => ({
    channelRoomId,
    unitTypeId: own[0]?.unitTypeId ?? '',
    rates: own.filter(differs).map(rateOf),
  }));
}

/** True if a mapping's terms differ from its unit type's unchanged default rate plan. */
const differs = ({ channelRateId, ratePlanId, modifier }: ChannelMappingInput): boolean =>
  channelRateId != null || ratePlanId != null || modifier != null;

const rateOf = (mapping: ChannelMappingInput): GivenRate => ({
  channelRateId: mapping.channelRateId ?? '',
  ratePlanId: mapping.ratePlanId ?? null,
  ...modifierOf(mapping),
});

const modifierOf = ({ modifier }: ChannelMappingInput): ChannelModifier => ({
  percentBp: modifier?.percentBp ?? 0,
  addMinor: modifier?.addMinor ?? 0,
  roundTo: modifier?.roundTo ?? null,
});
