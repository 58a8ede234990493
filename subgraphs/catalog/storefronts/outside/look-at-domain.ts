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
import { publishStorefront } from '../store/publish-storefront.ts';

/**
 * Looks at the records of a domain and moves it on. DNS is asked outside of any transaction; two looks at once are harmless, since
 * each decides from the row as it is then. Returns the domain afterwards; null if there is none.
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
    // Claims of one domain are decided one after the other; the unique index is the second line.
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

/** A row with the instants that the decision reads: the ORM types a column that may be null as one that may be missing. */
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
