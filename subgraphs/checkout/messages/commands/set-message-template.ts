import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { MessageTemplateSetInput } from '../../generated.ts';
import { MessageRuleEntity, MessageTemplateEntity } from '../../store/entities.ts';
import { templateFaults } from '../domain/template-faults.ts';
import {
  lockTemplates,
  noTemplate,
  refuseTemplate,
  saveTemplate,
  type TemplateResult,
} from '../steps/save-template.ts';

/**
 * Adds or replaces a team's message template. Codes: `NOT_FOUND`, `INVALID`, `UNKNOWN_VARIABLE`,
 * `LIMIT_REACHED`. See docs/interface/messages.md#templates.
 */
export async function setMessageTemplate(
  ctx: SubgraphContext,
  input: MessageTemplateSetInput,
): Promise<TemplateResult> {
  const faults = templateFaults(input);
  if (faults.length > 0) return refuseTemplate(...faults);
  const teamId = teamOf(ctx.viewer);
  if (teamId === null) return refuseTemplate(noTemplate(['input', 'id']));
  return inTransaction(ctx, async (em) => {
    await lockTemplates(em, teamId);
    return saveTemplate(ctx, em, teamId, input);
  });
}

/** Removes a template that no rule uses. Codes: `NOT_FOUND`, `IN_USE`. */
export async function removeMessageTemplate(ctx: SubgraphContext, id: string): Promise<TemplateResult> {
  const teamId = teamOf(ctx.viewer) ?? 0;
  return inTransaction(ctx, async (em) => {
    await lockTemplates(em, teamId);
    const known = await em.findOne(MessageTemplateEntity, { id: parseWideId(id) ?? 0, teamId });
    if (!known) return refuseTemplate(noTemplate(['id']));
    const rule = await em.findOne(MessageRuleEntity, { templateId: known.id }, { orderBy: { id: 'asc' } });
    if (rule)
      return refuseTemplate({
        field: ['id'],
        message: `The rule “${rule.name}” uses this template. Remove the rule, or choose another template for it.`,
        code: 'IN_USE',
      });
    await em.nativeDelete(MessageTemplateEntity, { id: known.id });
    await recordTeamEvent(ctx, em, [teamId], { kind: 'message_template.removed', subject: known.name });
    return { messageTemplate: known, userErrors: [] };
  });
}
