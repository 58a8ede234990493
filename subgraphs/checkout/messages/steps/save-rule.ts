import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { parseId, parseWideId } from '#kit/ids.ts';
import type { MessageRuleSetInput } from '../../generated.ts';
import {
  type MessageRule,
  MessageRuleEntity,
  MessageTemplateEntity,
  RuleMessageEntity,
} from '../../store/entities.ts';
import type { Fault } from '../domain/template-faults.ts';
import type { placesOfTeam } from '../operations/message-facts.ts';
import { PLAN_RULE } from './follow-stay.ts';

/** A rule mutation's result. */
export interface RuleResult {
  readonly messageRule: MessageRule | null;
  readonly userErrors: readonly Fault[];
}

/** Maximum number of a team's rules. */
export const MOST_RULES = 100;

/** The reason a team can't have another rule. */
export const TOO_MANY_RULES: Fault = {
  field: ['input'],
  message: `A team can have at most ${MOST_RULES} message rules. Remove one first.`,
  code: 'LIMIT_REACHED',
};

/** Saves a valid rule. The caller holds the team's lock (`lockTemplates`). */
export async function saveRule(
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  input: MessageRuleSetInput,
): Promise<RuleResult> {
  const { id, templateId } = input;
  const given = readRule(input);
  const template = await em.findOne(MessageTemplateEntity, { id: parseWideId(templateId) ?? 0, teamId });
  if (!template) return refuseRule(missing(['input', 'templateId'], 'template'));
  const known = id == null ? null : await em.findOne(MessageRuleEntity, { id: parseWideId(id) ?? 0, teamId });
  if (id != null && !known) return refuseRule(missing(['input', 'id'], 'rule'));
  if (!known && (await em.count(MessageRuleEntity, { teamId })) >= MOST_RULES)
    return refuseRule(TOO_MANY_RULES);
  const now = ctx.clock.now();
  const { filters, ...fields } = given;
  const changed = {
    ...fields,
    filters: { ...filters, propertyIds: filters.propertyIds.map((one) => parseId(one) ?? 0) },
    templateId: template.id,
    updatedAt: now,
    beganAt: known && isSameTime(known, given) ? known.beganAt : now,
  };
  await recordTeamEvent(ctx, em, [teamId], { kind: 'message_rule.set', subject: changed.name });
  const rule = known ? { ...known, ...changed } : await add(em, { teamId, ...changed, createdAt: now });
  if (known) await em.nativeUpdate(MessageRuleEntity, { id: known.id }, changed);
  if (!rule.active) await em.nativeDelete(RuleMessageEntity, { ruleId: rule.id, status: 'waiting' });
  else await schedule(ctx, em, PLAN_RULE, { ruleId: rule.id });
  return { messageRule: rule, userErrors: [] };
}

/** Returns the filters that name another team's properties or rate plans, or none that exist. */
export function filterFaults(
  given: Parameters<typeof placesOfTeam>[2],
  known: Awaited<ReturnType<typeof placesOfTeam>>,
): readonly Fault[] {
  const nouns = { propertyIds: 'property', ratePlanIds: 'rate plan' } as const;
  return (['propertyIds', 'ratePlanIds'] as const).flatMap((field) => {
    const unknown = given[field].filter((id) => !known[field].includes(id));
    return unknown.length === 0
      ? []
      : [
          {
            field: ['input', 'filters', field],
            message: `This team has no ${nouns[field]} ${unknown.map((id) => `\`${id.slice(0, 40)}\``).join(', ')}.`,
            code: 'NOT_FOUND',
          },
        ];
  });
}

async function add(em: Transaction, fields: Omit<MessageRule, 'id'>): Promise<MessageRule> {
  const rule = em.create(MessageRuleEntity, fields);
  await em.flush();
  return rule;
}

/** Normalizes a rule. */
export const readRule = ({
  name,
  trigger,
  hours,
  days,
  at,
  filters,
  channel,
  active,
}: MessageRuleSetInput) => ({
  name: name.trim(),
  trigger,
  hours: hours ?? null,
  days: days ?? null,
  at: at ?? null,
  filters: {
    propertyIds: [...(filters?.propertyIds ?? [])],
    ratePlanIds: [...(filters?.ratePlanIds ?? [])],
    sources: [...(filters?.sources ?? [])],
    minNights: filters?.minNights ?? null,
    maxNights: filters?.maxNights ?? null,
  },
  channel,
  active: active ?? true,
});

/** True if the rule was on and keeps its trigger and time: it then didn't begin again. */
const isSameTime = (known: MessageRule, given: ReturnType<typeof readRule>): boolean =>
  known.active &&
  known.trigger === given.trigger &&
  known.hours === given.hours &&
  known.days === given.days &&
  known.at === given.at;

/** Refuses a rule. */
export const refuseRule = (...userErrors: readonly Fault[]): RuleResult => ({
  messageRule: null,
  userErrors,
});

/** The reason there's no rule or template with an id. */
export const missing = (field: readonly string[], noun: 'rule' | 'template'): Fault => ({
  field,
  message: `This team has no such message ${noun}.`,
  code: 'NOT_FOUND',
});
