import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { StorefrontDomainEntity, type StorefrontDomainRow } from '../../store/entities.ts';
import {
  CLAIMING,
  type DomainMove,
  type Evidence,
  moveDomain,
  nextDomainCheck,
  SERVING,
} from '../domain/domain-state.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';

/**
 * Checks a domain's records and updates its status. Queries DNS outside any transaction; concurrent checks
 * are harmless, since each decides from the current row. Returns the updated domain; null if not found.
 */
export async function lookAtDomain(ctx: SubgraphContext, id: number): Promise<StorefrontDomainRow | null> {
  const seen = await reader(ctx).findOne(StorefrontDomainEntity, { id }, { populate: ['storefront'] });
  if (!seen || seen.status === 'removed') return seen;
  const { domain, challenge, storefront } = seen;
  const addresses = ctx.config.storefrontAddresses;
  const evidence = await ctx.services.catalog.dns.evidence({
    domain,
    challenge,
    addresses,
    target: storefront.domain,
  });
  const { row, changed } = await inTransaction(ctx, async (em) => {
    // Serializes decisions about a domain's claims; the unique index is the second line of defense.
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`domain ${domain}`}))`.execute(statements(em));
    const row = await em.findOneOrFail(
      StorefrontDomainEntity,
      { id },
      { populate: ['storefront'], lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['s0'] },
    );
    if (row.status === 'removed') return { row, changed: false };
    const others = { domain, id: { $ne: id }, status: { $in: [...CLAIMING] } };
    const claimed = (await em.count(StorefrontDomainEntity, others)) > 0;
    const before = row.status;
    const now = ctx.clock.now();
    const move = moveDomain(row as Instants, evidence, { claimed, now });
    em.assign(row, changesOf(row, move, evidence, now));
    await em.flush();
    if (move.status === before) return { row, changed: false };
    const { id: storefrontId, teamId } = row.storefront;
    if (SERVING.includes(before) !== SERVING.includes(move.status))
      await publishStorefront(ctx, em, storefrontId);
    await recordTeamEvent(ctx, em, [teamId], {
      kind: 'storefront_domain.moved',
      subject: domain,
      change: move.status,
    });
    return { row, changed: true };
  });
  if (changed) ctx.services.catalog.changes.announce(row.storefront.id);
  return row;
}

/** A row with the timestamps for the decision: the ORM types a nullable column as possibly missing. */
type Instants = StorefrontDomainRow & {
  readonly verifiedAt: Date | null;
  readonly failingSince: Date | null;
  readonly lastGoodAt: Date | null;
};

function changesOf(
  { status: before, attempts, verifiedAt, activeAt, failingSince, lastGoodAt }: StorefrontDomainRow,
  move: DomainMove,
  { challenge, target }: Evidence,
  now: Date,
) {
  const { status, problem } = move;
  const made = status === before ? attempts + 1 : 0;
  return {
    status,
    problem,
    verifiedAt: status === 'pending' ? null : (verifiedAt ?? now),
    activeAt: status === 'active' ? (activeAt ?? now) : (activeAt ?? null),
    failingSince:
      status === 'failing' ? (failingSince ?? now) : status === 'removed' ? (failingSince ?? null) : null,
    removedAt: status === 'removed' ? now : null,
    lastGoodAt: challenge === 'found' && target === 'found' ? now : (lastGoodAt ?? null),
    lastCheckedAt: now,
    attempts: made,
    nextCheckAt: nextDomainCheck(move, made, now),
  };
}
