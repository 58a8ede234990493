import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { MessageTemplateSetInput } from '../../generated.ts';
import { type MessageTemplate, MessageTemplateEntity } from '../../store/entities.ts';
import type { Fault } from '../domain/template-faults.ts';

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
  if (id != null && !known) return refuseTemplate(noTemplate(['input', 'id']));
  if (!known && (await em.count(MessageTemplateEntity, { teamId })) >= MOST_TEMPLATES)
    return refuseTemplate(TOO_MANY_TEMPLATES);
  await recordTeamEvent(ctx, em, [teamId], { kind: 'message_template.set', subject: changed.name });
  if (known) {
    await em.nativeUpdate(MessageTemplateEntity, { id: known.id }, changed);
    return { messageTemplate: { ...known, ...changed }, userErrors: [] };
  }
  const messageTemplate = em.create(MessageTemplateEntity, { teamId, ...changed, createdAt: now });
  await em.flush();
  return { messageTemplate, userErrors: [] };
}

/** Refuses a template. */
export const refuseTemplate = (...userErrors: readonly Fault[]): TemplateResult => ({
  messageTemplate: null,
  userErrors,
});

/** The reason there's no template to change. */
export const noTemplate = (field: readonly string[]): Fault => ({
  field,
  message: 'This team has no such message template.',
  code: 'NOT_FOUND',
});
