import { type SignedRequest, verifyCall } from './signature.ts';

/** What every call has besides, where the app has settings of what it is about; secrets are not among them. */
export interface ChannelSettings {
  readonly settings?: Readonly<Record<string, string | null>>;
  readonly settings_version?: number;
  /** Those of unit types, by the id of the room that is sold from one. */
  readonly room_settings?: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

/** What the platform posts to `endpoints.channel_test`: a host wants to connect this property. */
export interface ChannelTestRequest extends ChannelSettings {
  /** The property's id on the channel as the host typed it; null if nothing was typed. */
  readonly channel_property_id: string | null;
  readonly property: {
    readonly id: number;
    readonly name: string;
    readonly currency: string;
    readonly time_zone: string;
  };
}

/** Answer to it: the property as the channel knows it, or a sentence that the host reads. */
export type ChannelTestAnswer =
  | { readonly ok: true; readonly channel_property_id: string; readonly currency: string }
  | { readonly ok: false; readonly message?: string };

/** What the platform posts to `endpoints.channel_products`: the host is about to map the rooms. */
export interface ChannelProductsRequest extends ChannelSettings {
  readonly connection_id: number;
  readonly channel_property_id: string;
}

/** Answer to it. */
export interface ChannelProductsAnswer {
  readonly rooms: readonly {
    readonly id: string;
    readonly name: string;
    /** Its rates, where the manifest has the feature `rate_plans`: at most 20. */
    readonly rates?: readonly { readonly id: string; readonly name: string }[];
  }[];
}

/** What the platform posts to `endpoints.channel_ari`: availability, rates and restrictions. */
export interface ChannelAriMessage extends ChannelSettings {
  /** UUID, for `channelMessageAcknowledge`. */
  readonly message_id: string;
  readonly connection_id: number;
  readonly channel_property_id: string;
  /** `full`: every night of the horizon is sent, in this message and those that follow while `more` is true. */
  readonly mode: 'delta' | 'full';
  readonly more: boolean;
  /** Increases with each message of a connection: ignore one that is not higher than the last one you took. */
  readonly sequence: number;
  /** ISO 8601 instant. */
  readonly sent_at: string;
  readonly currency: string;
  readonly changes: readonly ChannelAriChange[];
}

/** Everything the channel is told of nights of a room, or of one of its rates, from the first to the last: not what differs. */
export interface ChannelAriChange {
  readonly channel_room: string;
  /** There for a room that the host mapped by its rates. */
  readonly channel_rate?: string;
  /** First night, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last night. */
  readonly until: string;
  /** Units the channel may sell. */
  readonly availability: number;
  /** In minor units; there if the manifest has the feature `rates` or `occupancy_rates`. */
  readonly rates?: readonly { readonly guests: number; readonly amount: number }[];
  /** This and what follows are there if the manifest has the feature `restrictions`, and `stop_sell` for a room that is closed. */
  readonly min_stay?: number | null;
  readonly max_stay?: number | null;
  readonly closed_to_arrival?: boolean;
  readonly closed_to_departure?: boolean;
  readonly stop_sell?: boolean;
}

/** A change that the channel did not take: its place in `changes`, from 0, and why. */
export interface ChannelAriError {
  readonly change: number;
  readonly code: 'unknown_room' | 'unknown_rate' | 'currency_mismatch' | 'out_of_range' | 'internal';
  readonly message?: string;
}

/** Answer with status 200. With 202 the answer is `channelMessageAcknowledge`, later. */
export type ChannelAriAnswer =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly errors: readonly ChannelAriError[] };

/** What the platform posts to `endpoints.channel_copy`: a host compares what the channel has of these nights with the calendar. */
export interface ChannelCopyRequest extends ChannelSettings {
  readonly connection_id: number;
  readonly channel_property_id: string;
  /** First night, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last night: a month at most. */
  readonly until: string;
}

/** Answer to it: what the channel has of these nights, said as a message tells it. What it does not know of a night is left out. */
export interface ChannelCopyAnswer {
  readonly changes: readonly ChannelAriChange[];
}

/** Proves that a host's wish to connect a property comes from the platform and returns it. Throws SignatureError. */
export const verifyChannelTest = (request: SignedRequest): Promise<ChannelTestRequest> =>
  verifyCall(request, 'property');

/** Proves that a question for the rooms of a property comes from the platform and returns it. Throws SignatureError. */
export const verifyChannelProducts = (request: SignedRequest): Promise<ChannelProductsRequest> =>
  verifyCall(request, 'connection_id');

/** Proves that availability, rates and restrictions come from the platform and returns them. Throws SignatureError. */
export const verifyChannelAri = (request: SignedRequest): Promise<ChannelAriMessage> =>
  verifyCall(request, 'changes');

/** Proves that a question for what the channel has comes from the platform and returns it. Throws SignatureError. */
export const verifyChannelCopy = (request: SignedRequest): Promise<ChannelCopyRequest> =>
  verifyCall(request, 'until');
