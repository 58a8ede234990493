import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { MessageRuleSetInput } from '../../generated.ts';
import { MessageRuleEntity, RuleMessageEntity } from '../../store/entities.ts';
import { ruleFaults } from '../domain/rule-faults.ts';
import { placesOfTeam } from '../operations/message-facts.ts';
import {
  filterFaults,
  missing,
  type RuleResult,
  readRule,
  refuseRule,
  saveRule,
} from '../steps/save-rule.ts';
import { lockTemplates } from '../steps/save-template.ts';

/**
 * Adds or replaces a team's message rule, and schedules its messages for existing bookings. Codes: `NOT_FOUND`,
 * `INVALID`, `LIMIT_REACHED`. See docs/interface/messages.md#rules.
 */
export async function setMessageRule(ctx: SubgraphContext, input: MessageRuleSetInput): Promise<RuleResult> {
  const given = readRule(input);
  const faults = ruleFaults(given);
  const teamId = teamOf(ctx.viewer);
  if (faults.length > 0) return refuseRule(...faults);
  if (teamId === null) return refuseRule(missing(['input', 'id'], 'rule'));
  const unknown = filterFaults(given.filters, await placesOfTeam(ctx, teamId, given.filters));
  if (unknown.length > 0) return refuseRule(...unknown);
  return inTransaction(ctx, async (em) => {
    // Also blocks removing the template in the meantime.
    await lockTemplates(em, teamId);
    return saveRule(ctx, em, teamId, input);
  });
}

/** Removes a rule and its waiting messages; the log keeps the others. Code: `NOT_FOUND`. */
export async function removeMessageRule(ctx: SubgraphContext, id: string): Promise<RuleResult> {
  const teamId = teamOf(ctx.viewer) ?? 0;
  return inTransaction(ctx, async (em) => {
    const known = await em.findOne(MessageRuleEntity, { id: parseWideId(id) ?? 0, teamId });
    if (!known) return refuseRule(missing(['id'], 'rule'));
    await em.nativeDelete(MessageRuleEntity, { id: known.id });
    await em.nativeDelete(RuleMessageEntity, { ruleId: known.id, status: 'waiting' });
    await recordTeamEvent(ctx, em, [teamId], { kind: 'message_rule.removed', subject: known.name });
    return { messageRule: known, userErrors: [] };
  });
}
