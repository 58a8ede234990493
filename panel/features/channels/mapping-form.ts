import { t } from '@lingui/core/macro';
import type {
  ChannelsConnectionFragment,
  ChannelsMapMutationVariables,
  ChannelsProductsMutation,
} from './generated.ts';

type Mapped = ChannelsConnectionFragment['rooms'][number];
type Product = NonNullable<ChannelsProductsMutation['channelProductsFetch']['products']>[number];
type Mapping = ChannelsMapMutationVariables['input']['mappings'][number];

/** Option for a rate that isn't sold. */
export const NOT_SOLD = 'none';

/** A room's rate, as in the form. */
export interface TypedRate {
  /** Null for a room with a single rate. */
  readonly channelRateId: string | null;
  readonly name: string;
  /** A plan's id; empty for the default plan, or `NOT_SOLD`. */
  readonly plan: string;
  /** Percentage change for each price, */
  readonly percent: number;
  /** then an added amount in minor units, */
  readonly addMinor: number;
  /** then rounding to a multiple of this; null for no rounding. */
  readonly roundTo: number | null;
}

/** A channel room, as in the form. */
export interface TypedRoom {
  readonly channelRoomId: string;
  readonly name: string;
  /** Empty if it isn't mapped. */
  readonly unitTypeId: string;
  readonly rates: readonly TypedRate[];
}

/** Returns the form's initial values: the channel's rooms with their current mappings. */
export const roomsTyped = (mapped: readonly Mapped[], products: readonly Product[]): readonly TypedRoom[] =>
  products.map(({ channelRoomId, name, rates }) => {
    const known = mapped.find((room) => room.channelRoomId === channelRoomId);
    const listed = rates.length > 0 ? rates : [{ channelRateId: null, name: t`Rate` }];
    return {
      channelRoomId,
      name,
      unitTypeId: known?.unitTypeId ?? '',
      rates: listed.map((rate) => rateTyped(rate, known)),
    };
  });

function rateTyped(
  { channelRateId, name }: { readonly channelRateId: string | null; readonly name: string },
  room: Mapped | undefined,
): TypedRate {
  const known = room?.rates.find((rate) => (rate.channelRateId ?? null) === channelRateId);
  const isOff = channelRateId !== null && room !== undefined && room.rates.length > 0 && known === undefined;
  return {
    channelRateId,
    name,
    plan: isOff ? NOT_SOLD : (known?.ratePlanId ?? ''),
    percent: (known?.percentBp ?? 0) / 100,
    addMinor: known?.addMinor ?? 0,
    roundTo: known?.roundTo ?? null,
  };
}

/** Returns the form's mappings: only rooms with a unit type and rates that are sold. */
export const mappingsOf = (rooms: readonly TypedRoom[]): Mapping[] =>
  rooms
    .filter(({ unitTypeId }) => unitTypeId !== '')
    .flatMap(({ channelRoomId, unitTypeId, rates }) =>
      rates
        .filter(({ plan }) => plan !== NOT_SOLD)
        .map(({ channelRateId, plan, percent, addMinor, roundTo }) => ({
          channelRoomId,
          unitTypeId,
          channelRateId,
          ratePlanId: plan || null,
          modifier:
            percent === 0 && addMinor === 0 && roundTo === null
              ? null
              : { percentBp: Math.round(percent * 100), addMinor, roundTo },
        })),
    );
