/** Statuses for a storefront's own domain (docs/interface/storefronts.md#domains). */
export const DOMAIN_STATUSES = ['pending', 'verified', 'active', 'failing', 'removed'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** Statuses that a domain can have for only one storefront. */
export const CLAIMING: readonly DomainStatus[] = ['verified', 'active', 'failing'];
/** Statuses in which the storefront serves the domain. */
export const SERVING: readonly DomainStatus[] = ['active', 'failing'];

/** The result of checking a DNS record: correct, incorrect, or inconclusive. */
export type Finding = 'found' | 'missing' | 'unknown';

/** A domain's two records: proof of ownership, and routing. */
export interface Evidence {
  readonly challenge: Finding;
  readonly target: Finding;
}

/** Problems that prevent or end a domain's activation. */
export const DOMAIN_PROBLEMS = [
  'challenge_missing',
  'target_missing',
  'dns_unanswered',
  'claimed_elsewhere',
  'expired',
] as const;
export type DomainProblem = (typeof DOMAIN_PROBLEMS)[number];

/** Inputs for the next status. */
export interface DomainState {
  readonly status: DomainStatus;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly failingSince: Date | null;
  /** Time both records were last correct; null if never. */
  readonly lastGoodAt: Date | null;
}

export interface DomainMove {
  readonly status: DomainStatus;
  readonly problem: DomainProblem | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time for which a domain with missing records is still served. */
export const GRACE_MS = 7 * DAY_MS;
/** Without a DNS response for this long, a domain's records count as missing. */
const SILENCE_MS = 2 * DAY_MS;
/** A domain that was never active fails after this long. */
const PATIENCE_MS = 30 * DAY_MS;

/** The status after a DNS check. `claimed` is true if another storefront has the domain. */
export function moveDomain(
  state: DomainState,
  { challenge, target }: Evidence,
  { claimed, now }: { readonly claimed: boolean; readonly now: Date },
): DomainMove {
  const since = (instant: Date | null) => (instant === null ? 0 : now.getTime() - instant.getTime());
  const problem = problemOf({ challenge, target });
  switch (state.status) {
    case 'removed':
      return { status: 'removed', problem: null };
    case 'pending':
    case 'verified': {
      if (challenge === 'found' && claimed) return { status: 'pending', problem: 'claimed_elsewhere' };
      if (problem === null) return { status: 'active', problem };
      if (since(state.verifiedAt ?? state.createdAt) >= PATIENCE_MS)
        return { status: 'removed', problem: 'expired' };
      if (challenge === 'unknown') return { status: state.status, problem };
      return { status: challenge === 'found' ? 'verified' : 'pending', problem };
    }
    case 'active': {
      const silent = problem === 'dns_unanswered' && since(state.lastGoodAt) < SILENCE_MS;
      return { status: problem === null || silent ? 'active' : 'failing', problem };
    }
    case 'failing':
      if (problem === null) return { status: 'active', problem };
      return { status: since(state.failingSince) >= GRACE_MS ? 'removed' : 'failing', problem };
  }
}

function problemOf({ challenge, target }: Evidence): DomainProblem | null {
  if (challenge === 'missing') return 'challenge_missing';
  if (target === 'missing') return 'target_missing';
  return challenge === 'unknown' || target === 'unknown' ? 'dns_unanswered' : null;
}

const MINUTE_MS = 60_000;
const BACKOFF_MS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const;

/** The next check's time after this many checks in the current status: soon at first, then daily. */
export function nextDomainCheck({ status, problem }: DomainMove, attempts: number, now: Date): Date {
  if (status === 'active' && problem === null) return new Date(now.getTime() + DAY_MS);
  return new Date(now.getTime() + (BACKOFF_MS[attempts] ?? DAY_MS));
}
