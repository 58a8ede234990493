import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent, type TeamEventKind } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { operatorId } from '#kit/operator.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REVIEW_REASON } from '#schema/limits.ts';
import type { UserError } from '../../generated.ts';
import { StorefrontEntity } from '../../store/entities.ts';
import type { PlatformStorefrontRow } from '../queries/platform-storefronts.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';

/** A suspended or resumed storefront, or the errors. */
export interface Suspended {
  readonly storefront: PlatformStorefrontRow | null;
  readonly userErrors: readonly UserError[];
}

interface Given {
  readonly id: string;
  readonly reason: string;
}

/**
 * Suspends any team's storefront: until it's resumed, it responds as if under maintenance, regardless of its
 * host's settings. The host sees the reason. For operators (docs/interface/host.md#operators).
 */
export const suspendStorefront = (ctx: SubgraphContext, given: Given): Promise<Suspended> =>
  move(ctx, given, 'storefront.suspended', (reason) => ({
    suspendedAt: ctx.clock.now(),
    suspensionReason: reason,
  }));

/** Resumes a suspended storefront; its own maintenance mode stays as its host set it. For operators. */
export const resumeStorefront = (ctx: SubgraphContext, given: Given): Promise<Suspended> =>
  move(ctx, given, 'storefront.resumed', () => ({ suspendedAt: null, suspensionReason: null }));

/**
 * If a storefront already has the status, it stays unchanged, including the reason, and nothing is added to
 * the team's activity.
 */
async function move(
  ctx: SubgraphContext,
  { id, reason }: Given,
  kind: TeamEventKind,
  change: (reason: string) => Pick<PlatformStorefrontRow, 'suspendedAt' | 'suspensionReason'>,
): Promise<Suspended> {
  const operator = operatorId(ctx);
  if (!isTextWithin(reason, MAX_REVIEW_REASON)) {
    return refuse(
      'INVALID',
      'reason',
      `A reason must have 1 to ${MAX_REVIEW_REASON} characters without U+0000.`,
    );
  }
  const moved = await inTransaction(ctx, async (em): Promise<Suspended> => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const storefront = await em.findOne(StorefrontEntity, { id: parseId(id) ?? 0 }, lock);
    if (!storefront) return refuse('NOT_FOUND', 'id', `There is no storefront with the id ${id}.`);
    if (storefront.closedAt) return refuse('CLOSED', 'id', 'This storefront is permanently closed.');
    const next = change(reason.trim());
    if ((storefront.suspendedAt == null) !== (next.suspendedAt == null)) {
      em.assign(storefront, next);
      await em.flush();
      // Hosts shouldn't see where operators work.
      const doer = { accountId: operator, installId: null, address: null };
      const event = { kind, subject: storefront.name, change: reason.trim() };
      await recordTeamEvent(ctx, em, [storefront.teamId], event, doer);
      await publishStorefront(ctx, em, storefront.id);
    }
    return { storefront: { ...storefront }, userErrors: [] };
  });
  if (moved.storefront) ctx.services.catalog.changes.announce(moved.storefront.id);
  return moved;
}

const refuse = (code: string, field: string, message: string): Suspended => ({
  storefront: null,
  userErrors: [{ code, field: [field], message }],
});
