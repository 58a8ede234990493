import type { Role } from './roles.ts';

/**
 * An agent's surface; `direct` is a guest on the storefront's own pages, `ucp_lodging` the UCP lodging draft
 * over any transport. A session created on one surface can be read only on that surface.
 */
export type Surface = 'mcp' | 'acp' | 'direct' | 'ucp_lodging';

/** The caller. Adapters pass the caller's own viewer; `platform` is only for jobs and reactions. */
export type Viewer =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'agent';
      readonly storefrontId: number;
      readonly teamId: number;
      readonly surface: Surface;
      /** The agent's profile URL, stored with the booking and never fetched. */
      readonly profile: string | null;
      /** The caller's network (`kit/address`); null if the call didn't arrive over a network. */
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
      /** True if its subscription is frozen because a statement is unpaid; otherwise undefined. */
      readonly frozen?: boolean;
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
      /** The person's role on the chosen team, read for this request; null until a team is chosen. */
      readonly role: Role | null;
      /** The team's properties that the membership is limited to; null or undefined for all. */
      readonly propertyIds?: readonly number[] | null;
      /**
       * True if the password or second factor was entered in this session within the last 10 minutes;
       * otherwise undefined.
       */
      readonly elevated?: boolean;
      /** True if the account's email address isn't confirmed yet; otherwise undefined. */
      readonly unverified?: boolean;
      /**
       * True if the chosen team requires a second factor that the account doesn't have, which blocks all
       * access to the team.
       */
      readonly factorMissing?: boolean;
      /** True if an operator suspended the chosen team: its members can read but not change it. */
      readonly teamSuspended?: boolean;
      readonly operator: boolean;
    }
  | {
      /**
       * The payments subgraph, acting for one team: a guest or an app triggers it but can't decide a
       * payment's effect on a booking.
       */
      readonly kind: 'payments';
      readonly teamId: number;
    }
  | { readonly kind: 'platform' };

export type ViewerKind = Viewer['kind'];

export type ViewerOf<K extends ViewerKind> = Extract<Viewer, { kind: K }>;
