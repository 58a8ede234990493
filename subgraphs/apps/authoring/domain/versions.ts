import type { Distribution } from '#manifest/vocabulary.ts';

/** Version status; independent of whether the version is live (docs/interface/apps.md#versions). */
export const VERSION_STATUSES = ['draft', 'in_review', 'approved', 'rejected', 'withdrawn'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** Effect of releasing a version. */
export type Release =
  | { readonly kind: 'go_live' }
  | { readonly kind: 'submit' }
  | { readonly kind: 'refuse'; readonly message: string };

/**
 * Decides a release: an approved version goes live (including rollbacks), a private draft is approved
 * immediately, a public draft is submitted for review, and a version in review stays there
 * (docs/interface/apps.md#versions).
 */
export function decideRelease(status: VersionStatus, distribution: Distribution): Release {
  if (status === 'approved') return { kind: 'go_live' };
  if (status === 'draft') return { kind: distribution === 'private' ? 'go_live' : 'submit' };
  if (status === 'in_review') return { kind: 'submit' };
  return { kind: 'refuse', message: `A version that was ${status} can't be released. Push a new one.` };
}

/** Statuses that make older drafts stale: such drafts are released only by their number. */
export const SUCCESSORS: readonly VersionStatus[] = ['in_review', 'approved'];

/** Message for releasing the latest draft although a newer version is in review or approved. */
export const staleDraft = (draft: number, newer: number): string =>
  `The latest draft, version ${draft}, is older than version ${newer}. To release it anyway, name it.`;

/** Access that an app requests from a host. */
export interface Grants {
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
}

/** True if a version requests more than the live one; false without a live version. */
export function escalates(asked: Grants, live: Grants | null): boolean {
  if (!live) return false;
  return (
    asked.scopes.some((scope) => !live.scopes.includes(scope)) ||
    asked.capabilities.some((capability) => !live.capabilities.includes(capability))
  );
}

/** Returns an app's status: its live version's, otherwise its newest version's; `draft` before the first push. */
export function appStatus(live: VersionStatus | null, newest: VersionStatus | null): VersionStatus {
  return live ?? newest ?? 'draft';
}
