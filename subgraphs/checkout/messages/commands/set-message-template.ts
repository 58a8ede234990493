import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, lockName, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { MessageTemplateSetInput } from '../../generated.ts';
import { MessageRuleEntity, type MessageTemplate, MessageTemplateEntity } from '../../store/entities.ts';
import { type Fault, templateFaults } from '../domain/template-faults.ts';

/** A template mutation's result. */
export interface TemplateResult {
  readonly messageTemplate: MessageTemplate | null;
  readonly userErrors: readonly Fault[];
}

/** Maximum number of a team's templates. */
export const MOST_TEMPLATES = 100;

/** The reason a team can't have another template. */
export const TOO_MANY_TEMPLATES: Fault = {
  field: ['input'],
  message: `A team can have at most ${MOST_TEMPLATES} message templates. Remove one first.`,
  code: 'LIMIT_REACHED',
};

/**
 * Adds or replaces a team's message template. Codes: `NOT_FOUND`, `INVALID`, `UNKNOWN_VARIABLE`,
 * `LIMIT_REACHED`. See docs/interface/messages.md#templates.
 */
export async function setMessageTemplate(
  ctx: SubgraphContext,
  input: MessageTemplateSetInput,
): Promise<TemplateResult> {
  const faults = templateFaults(input);
  if (faults.length > 0) return refuse(...faults);
  const teamId = teamOf(ctx.viewer);
  if (teamId === null) return refuse(noTemplate(['input', 'id']));
  return inTransaction(ctx, async (em) => {
    await lockTemplates(em, teamId);
    return saveTemplate(ctx, em, teamId, input);
  });
}

/** Locks a team's templates and rules until the transaction ends. */
export const lockTemplates = (em: Transaction, teamId: number): Promise<void> =>
  lockName(em, `message templates of team ${teamId}`);

/** Saves a valid template. The caller holds the team's lock (`lockTemplates`). */
export async function saveTemplate(
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  { id, name, texts: given }: MessageTemplateSetInput,
): Promise<TemplateResult> {
  const now = ctx.clock.now();
  const texts = given.map(({ locale, subject, body }) => ({ locale, subject, body }));
  const changed = { name: name.trim(), texts, updatedAt: now };
  const known =
    id == null ? null : await em.findOne(MessageTemplateEntity, { id: parseWideId(id) ?? 0, teamId });
  if (id != null && !known) return refuse(noTemplate(['input', 'id']));
  if (!known && (await em.count(MessageTemplateEntity, { teamId })) >= MOST_TEMPLATES)
    return refuse(TOO_MANY_TEMPLATES);
  await recordTeamEvent(ctx, em, [teamId], { kind: 'message_template.set', subject: changed.name });
  if (known) {
    await em.nativeUpdate(MessageTemplateEntity, { id: known.id }, changed);
    return { messageTemplate: { ...known, ...changed }, userErrors: [] };
  }
  const messageTemplate = em.create(MessageTemplateEntity, { teamId, ...changed, createdAt: now });
  await em.flush();
  return { messageTemplate, userErrors: [] };
}

/** Removes a template that no rule uses. Codes: `NOT_FOUND`, `IN_USE`. */
export async function removeMessageTemplate(ctx: SubgraphContext, id: string): Promise<TemplateResult> {
  const teamId = teamOf(ctx.viewer) ?? 0;
  return inTransaction(ctx, async (em) => {
    await lockTemplates(em, teamId);
    const known = await em.findOne(MessageTemplateEntity, { id: parseWideId(id) ?? 0, teamId });
    if (!known) return refuse(noTemplate(['id']));
    const rule = await em.findOne(MessageRuleEntity, { templateId: known.id }, { orderBy: { id: 'asc' } });
    if (rule)
      return refuse({
        field: ['id'],
        message: `The rule “${rule.name}” uses this template. Remove the rule, or choose another template for it.`,
        code: 'IN_USE',
      });
    await em.nativeDelete(MessageTemplateEntity, { id: known.id });
    await recordTeamEvent(ctx, em, [teamId], { kind: 'message_template.removed', subject: known.name });
    return { messageTemplate: known, userErrors: [] };
  });
}

const refuse = (...userErrors: readonly Fault[]): TemplateResult => ({ messageTemplate: null, userErrors });

const noTemplate = (field: readonly string[]): Fault => ({
  field,
  message: 'This team has no such message template.',
  code: 'NOT_FOUND',
});
