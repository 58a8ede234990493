import { type SignedRequest, verifyCall } from './signature.ts';

/** Additional members in each call if the app has settings; secrets are never included. */
export interface ChannelSettings {
  readonly settings?: Readonly<Record<string, string | null>>;
  readonly settings_version?: number;
  /** Unit type settings, by the id of the room that the unit type is sold as. */
  readonly room_settings?: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

/** The platform's request to `endpoints.channel_test`: a host wants to connect this property. */
export interface ChannelTestRequest extends ChannelSettings {
  /** The property's id on the channel, as typed by the host; null if left empty. */
  readonly channel_property_id: string | null;
  readonly property: {
    readonly id: number;
    readonly name: string;
    readonly currency: string;
    readonly time_zone: string;
  };
}

/** Response: the channel's property, or a sentence for the host. */
export type ChannelTestAnswer =
  | { readonly ok: true; readonly channel_property_id: string; readonly currency: string }
  | { readonly ok: false; readonly message?: string };

/** The platform's request to `endpoints.channel_products`: the host is about to map the rooms. */
export interface ChannelProductsRequest extends ChannelSettings {
  readonly connection_id: number;
  readonly channel_property_id: string;
}

/** Response to `ChannelProductsRequest`. */
export interface ChannelProductsAnswer {
  readonly rooms: readonly {
    readonly id: string;
    readonly name: string;
    /** Its rates, if the manifest has the `rate_plans` feature: at most 20. */
    readonly rates?: readonly { readonly id: string; readonly name: string }[];
  }[];
}

/** The platform's request to `endpoints.channel_ari`: availability, rates and restrictions. */
export interface ChannelAriMessage extends ChannelSettings {
  /** UUID, for `channelMessageAcknowledge`. */
  readonly message_id: string;
  readonly connection_id: number;
  readonly channel_property_id: string;
  /** `full`: every night in the horizon is sent, in this message and the following ones while `more` is true. */
  readonly mode: 'delta' | 'full';
  readonly more: boolean;
  /**
   * Increases with each message on a connection. Ignore a message whose number isn't higher than that of the
   * last message you accepted.
   */
  readonly sequence: number;
  /** ISO 8601 timestamp. */
  readonly sent_at: string;
  readonly currency: string;
  readonly changes: readonly ChannelAriChange[];
}

/** Complete data for a range of nights, for a room or for a rate; not a difference. */
export interface ChannelAriChange {
  readonly channel_room: string;
  /** Present if the host mapped the room by rate. */
  readonly channel_rate?: string;
  /** First night, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last night. */
  readonly until: string;
  /** Units that the channel can sell. */
  readonly availability: number;
  /** In minor units; present if the manifest has the `rates` or `occupancy_rates` feature. */
  readonly rates?: readonly { readonly guests: number; readonly amount: number }[];
  /**
   * This and the following members are present if the manifest has the `restrictions` feature; `stop_sell` is
   * also present for a closed room.
   */
  readonly min_stay?: number | null;
  readonly max_stay?: number | null;
  readonly closed_to_arrival?: boolean;
  readonly closed_to_departure?: boolean;
  readonly stop_sell?: boolean;
}

/** A change that the channel rejected: its index in `changes`, from 0, and the reason. */
export interface ChannelAriError {
  readonly change: number;
  readonly code: 'unknown_room' | 'unknown_rate' | 'currency_mismatch' | 'out_of_range' | 'internal';
  readonly message?: string;
}

/** Response with status 200. After a 202, call `channelMessageAcknowledge` later. */
export type ChannelAriAnswer =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly errors: readonly ChannelAriError[] };

/**
 * The platform's request to `endpoints.channel_copy`: a host compares the channel's data for these nights
 * with the calendar.
 */
export interface ChannelCopyRequest extends ChannelSettings {
  readonly connection_id: number;
  readonly channel_property_id: string;
  /** First night, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last night; the range is at most a month. */
  readonly until: string;
}

/**
 * Response: the channel's data for these nights, in the format of a message. Omit values that the channel
 * doesn't have.
 */
export interface ChannelCopyAnswer {
  readonly changes: readonly ChannelAriChange[];
}

/** Verifies that a connection test is from the platform and returns it. Throws SignatureError. */
export const verifyChannelTest = (request: SignedRequest): Promise<ChannelTestRequest> =>
  verifyCall(request, 'property');

/** Verifies that a request for a property's rooms is from the platform and returns it. Throws SignatureError. */
export const verifyChannelProducts = (request: SignedRequest): Promise<ChannelProductsRequest> =>
  verifyCall(request, 'connection_id');

/**
 * Verifies that availability, rates and restrictions are from the platform and returns them. Throws
 * SignatureError.
 */
export const verifyChannelAri = (request: SignedRequest): Promise<ChannelAriMessage> =>
  verifyCall(request, 'changes');

/** Verifies that a request for the channel's data is from the platform and returns it. Throws SignatureError. */
export const verifyChannelCopy = (request: SignedRequest): Promise<ChannelCopyRequest> =>
  verifyCall(request, 'until');
