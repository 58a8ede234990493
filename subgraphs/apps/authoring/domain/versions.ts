import type { Distribution } from '#manifest/vocabulary.ts';

/** Status of a version; whether it is live is separate (docs/interface/apps.md#versions). */
export const VERSION_STATUSES = ['draft', 'in_review', 'approved', 'rejected', 'withdrawn'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** What releasing a version does. */
export type Release =
  | { readonly kind: 'go_live' }
  | { readonly kind: 'submit' }
  | { readonly kind: 'refuse'; readonly message: string };

/**
 * Decides a release: an approved version goes live (rollback included), a private draft is approved at once, a public
 * draft is submitted for review, and one in review stays there (docs/interface/apps.md#versions).
 */
export function decideRelease(status: VersionStatus, distribution: Distribution): Release {
  if (status === 'approved') return { kind: 'go_live' };
  if (status === 'draft') return { kind: distribution === 'private' ? 'go_live' : 'submit' };
  if (status === 'in_review') return { kind: 'submit' };
  return { kind: 'refuse', message: `A version that was ${status} cannot be released: push a new one.` };
}

/** What an app asks a host for. */
export interface Grants {
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
}

/** Whether a version asks for more than the live one; false where nothing is live. */
export function escalates(asked: Grants, live: Grants | null): boolean {
  if (!live) return false;
  return (
    asked.scopes.some((scope) => !live.scopes.includes(scope)) ||
    asked.capabilities.some((capability) => !live.capabilities.includes(capability))
  );
}

/** An app's status: its live version's, otherwise its newest version's; `draft` before the first push. */
export function appStatus(live: VersionStatus | null, newest: VersionStatus | null): VersionStatus {
  return live ?? newest ?? 'draft';
}
