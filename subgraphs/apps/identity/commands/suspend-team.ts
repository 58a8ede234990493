import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { operatorId } from '#kit/operator.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REVIEW_REASON } from '#schema/limits.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { suspendSellingDocument } from '../operations/generated.ts';
import type { Team } from '../store/entities.ts';

/** A suspended or resumed team, or why it wasn't changed. */
export type TeamSuspended = Refused & { readonly teamId?: number };

interface Given {
  readonly id: string;
  readonly reason: string;
}

/**
 * Suspends a team: from their next request, its members can't read or change anything, and its storefronts
 * stop selling. Its apps keep their access, for booked guests. For operators
 * (docs/interface/host.md#suspended-teams).
 */
export const suspendTeam = (ctx: SubgraphContext, given: Given): Promise<TeamSuspended> =>
  move(ctx, given, true);

/** Resumes a suspended team. For operators. */
export const resumeTeam = (ctx: SubgraphContext, given: Given): Promise<TeamSuspended> =>
  move(ctx, given, false);

/**
 * A team already in this state is left unchanged, reason included, and nothing is recorded; its storefronts
 * are notified again.
 */
async function move(ctx: SubgraphContext, { id, reason }: Given, suspended: boolean): Promise<TeamSuspended> {
  const operator = operatorId(ctx);
  if (!isTextWithin(reason, MAX_REVIEW_REASON)) {
    return refuse('INVALID', `A reason must have 1 to ${MAX_REVIEW_REASON} characters without U+0000.`, [
      'reason',
    ]);
  }
  const team = await inTransaction(ctx, async (em) => {
    const known = await lockedTeam(em, parseId(id) ?? 0);
    if (!known || (known.suspendedAt != null) === suspended) return known;
    const text = reason.trim();
    const suspensionVersion = known.suspensionVersion + 1;
    await tables(em)
      .updateTable('teams')
      .set({ suspendedAt: suspended ? ctx.clock.now() : null, suspensionReason: suspended ? text : null })
      .set({ suspensionVersion })
      .where('id', '=', known.id)
      .execute();
    // Hosts shouldn't see where operators work.
    const doer = { accountId: operator, installId: null, address: null };
    const kind = suspended ? 'team.suspended' : 'team.resumed';
    await recordTeamEvent(ctx, em, [known.id], { kind, subject: known.name, change: text }, doer);
    return { ...known, suspensionVersion };
  });
  if (!team) return refuse('NOT_FOUND', `There is no team ${id}.`, ['id']);
  const heard = { teamId: String(team.id), suspended, version: team.suspensionVersion };
  await ctx.execute(suspendSellingDocument, heard, ctx);
  return { teamId: team.id, userErrors: NONE };
}

const lockedTeam = (
  em: Transaction,
  id: number,
): Promise<Pick<Team, 'id' | 'name' | 'suspendedAt' | 'suspensionVersion'> | undefined> =>
  tables(em)
    .selectFrom('teams')
    .select(['id', 'name', 'suspendedAt', 'suspensionVersion'])
    .where('id', '=', id)
    .where('status', '!=', 'closed')
    .forNoKeyUpdate()
    .executeTakeFirst();
