import type {
  ChannelsConnectionFragment,
  ChannelsMapMutationVariables,
  ChannelsProductsMutation,
} from './generated.ts';

type Mapped = ChannelsConnectionFragment['rooms'][number];
type Product = NonNullable<ChannelsProductsMutation['channelProductsFetch']['products']>[number];
type Mapping = ChannelsMapMutationVariables['input']['mappings'][number];

/** The choice of a rate that is not sold. */
export const NOT_SOLD = 'none';

/** A rate of a room as the form has it. */
export interface TypedRate {
  /** Null for a room with a single rate. */
  readonly channelRateId: string | null;
  readonly name: string;
  /** A plan's id; empty for the default one, or `NOT_SOLD`. */
  readonly plan: string;
  /** What each price is changed by, */
  readonly percent: number;
  /** what is then added to it, in minor units, */
  readonly addMinor: number;
  /** and what it is rounded to a multiple of; null for nothing. */
  readonly roundTo: number | null;
}

/** A room of the channel as the form has it. */
export interface TypedRoom {
  readonly channelRoomId: string;
  readonly name: string;
  /** Empty where it is not mapped. */
  readonly unitTypeId: string;
  readonly rates: readonly TypedRate[];
}

/** What the form begins with: the channel's rooms, as they are mapped now. */
export const roomsTyped = (mapped: readonly Mapped[], products: readonly Product[]): readonly TypedRoom[] =>
  products.map(({ channelRoomId, name, rates }) => {
    const known = mapped.find((room) => room.channelRoomId === channelRoomId);
    const listed = rates.length > 0 ? rates : [{ channelRateId: null, name: 'Rate' }];
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

/** The mappings that a form means: of rooms with a unit type, for rates that are sold. */
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
