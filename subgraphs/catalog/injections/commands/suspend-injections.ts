import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { operatorId } from '#kit/operator.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REVIEW_REASON } from '#schema/limits.ts';
import type { UserError } from '../../generated.ts';
import {
  InjectionCheckEntity,
  InjectionPlacementEntity,
  type InjectionPlacementRow,
  InjectionSuspensionEntity,
} from '../../store/entities.ts';
import { announcePlacement } from '../steps/announce-placement.ts';

/** The number of changed placements, or the errors. */
export interface InjectionsPayload {
  readonly changed: number | null;
  readonly userErrors: readonly UserError[];
}

/**
 * Takes an app's placements off all storefronts' pages, and keeps them off. PostgreSQL notifies every
 * process, as for any storefront change (docs/interface/injections.md#states). For operators.
 */
export async function suspendInjections(
  ctx: SubgraphContext,
  { appSlug, reason }: { readonly appSlug: string; readonly reason: string },
): Promise<InjectionsPayload> {
  operatorId(ctx);
  if (!isTextWithin(reason, MAX_REVIEW_REASON))
    return refuse('reason', `A reason must have 1 to ${MAX_REVIEW_REASON} characters without U+0000.`);
  return move(ctx, appSlug, 'published', 'suspended', async (em) => {
    const row = { appSlug, reason: reason.trim(), createdAt: ctx.clock.now() };
    await em.upsert(InjectionSuspensionEntity, row);
  });
}

/** Ends an app's suspension: its published placements appear again. For operators. */
export async function resumeInjections(ctx: SubgraphContext, appSlug: string): Promise<InjectionsPayload> {
  operatorId(ctx);
  return move(ctx, appSlug, 'suspended', 'published', async (em) => {
    await em.nativeDelete(InjectionSuspensionEntity, { appSlug });
    await em.nativeDelete(InjectionCheckEntity, { appSlug });
  });
}

async function move(
  ctx: SubgraphContext,
  appSlug: string,
  from: InjectionPlacementRow['status'],
  to: 'suspended' | 'published',
  note: (em: Transaction) => Promise<void>,
): Promise<InjectionsPayload> {
  const placed = await inTransaction(ctx, async (em) => {
    await note(em);
    const where = { appSlug, status: from };
    const rows = await em.find(InjectionPlacementEntity, where, {
      orderBy: { id: 'asc' },
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    for (const row of rows)
      Object.assign(row, { status: to, version: row.version + 1, updatedAt: ctx.clock.now() });
    await em.flush();
    for (const row of rows) await announcePlacement(ctx, em, row, to, to === 'published' ? 'resumed' : to);
    return rows.map(({ storefront }) => storefront.id);
  });
  for (const id of new Set(placed)) ctx.services.catalog.changes.announce(id);
  return { changed: placed.length, userErrors: [] };
}

const refuse = (field: string, message: string): InjectionsPayload => ({
  changed: null,
  userErrors: [{ code: 'INVALID', field: [field], message }],
});
