import type { Role } from './roles.ts';

/**
 * The surface an agent came through; `direct` is a guest on the storefront's own pages, `ucp_lodging` the draft of UCP lodging, over
 * whatever transport. A session created on one surface is read only on that surface.
 */
export type Surface = 'mcp' | 'acp' | 'direct' | 'ucp_lodging';

/** Who asks. Adapters pass the caller's own viewer; `platform` is for jobs and reactions alone. */
export type Viewer =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'agent';
      readonly storefrontId: number;
      readonly teamId: number;
      readonly surface: Surface;
      /** The agent's profile URL, stored with the booking and never fetched. */
      readonly profile: string | null;
      /** The network it calls from (`kit/address`); null if the call came over none. */
      readonly address: string | null;
    }
  | {
      readonly kind: 'app';
      readonly installId: number;
      readonly appId: number;
      readonly appSlug: string;
      readonly teamId: number;
      readonly scopes: readonly string[];
      readonly capabilities: readonly string[];
    }
  | {
      readonly kind: 'account';
      readonly accountId: number;
      readonly accessTokenId: number;
      readonly abilities: readonly string[];
    }
  | {
      readonly kind: 'hostUser';
      readonly accountId: number;
      readonly sessionId: number;
      /** The team chosen by `X-Platform-Team`; null until one is chosen. */
      readonly teamId: number | null;
      /** What the person is on the chosen team, as it was read for this request; null until a team is chosen. */
      readonly role: Role | null;
      /** Properties of the team that the membership is limited to; null or left out for all of them. */
      readonly propertyIds?: readonly number[] | null;
      /** Whether the session's password or second factor was shown within the last 10 minutes; left out where it was not. */
      readonly elevated?: boolean;
      /** Whether no one confirmed the account's e-mail address yet; left out where someone did. */
      readonly unverified?: boolean;
      /** Whether the chosen team asks for a second factor that the account does not have: nothing of the team is for it. */
      readonly factorMissing?: boolean;
      /** Whether an operator suspended the chosen team: its members read but change nothing. */
      readonly teamSuspended?: boolean;
      readonly operator: boolean;
    }
  | {
      /** The payments subgraph, for one team: a guest or an app asks, but what money means to a booking is not theirs to decide. */
      readonly kind: 'payments';
      readonly teamId: number;
    }
  | { readonly kind: 'platform' };

export type ViewerKind = Viewer['kind'];

export type ViewerOf<K extends ViewerKind> = Extract<Viewer, { kind: K }>;
