import { msg, t } from '@lingui/core/macro';
import type {
  EditedRuleFragment,
  MessageRuleSetInput,
  MessageTrigger,
  ReadyTemplateFragment,
} from './generated.ts';

/** The unit in which a time before or after the stay is counted. */
export type Counting = 'days' | 'hours';

/** A rule as typed. */
export interface TypedRule {
  readonly name: string;
  readonly templateId: string;
  readonly trigger: MessageTrigger;
  readonly counting: Counting;
  readonly count: string;
  /** `HH:MM`; empty for the time of check-in or check-out. */
  readonly at: string;
  readonly propertyIds: readonly string[];
  readonly ratePlanIds: readonly string[];
  readonly sources: EditedRuleFragment['filters']['sources'];
  readonly minNights: string;
  readonly maxNights: string;
  readonly channel: EditedRuleFragment['channel'];
  readonly active: boolean;
}

/** Returns a rule to edit, or a new one for a template. */
export const typedRule = (rule: EditedRuleFragment | null, templateId: string): TypedRule => ({
  name: rule?.name ?? '',
  templateId: rule?.templateId ?? templateId,
  trigger: rule?.trigger ?? 'before_check_in',
  counting: rule && rule.hours !== null ? 'hours' : 'days',
  count: String(rule?.days ?? rule?.hours ?? (rule ? 0 : 2)),
  at: rule?.at ?? '',
  propertyIds: rule?.filters.propertyIds ?? [],
  ratePlanIds: rule?.filters.ratePlanIds ?? [],
  sources: rule?.filters.sources ?? [],
  minNights: String(rule?.filters.minNights ?? ''),
  maxNights: String(rule?.filters.maxNights ?? ''),
  channel: rule?.channel ?? 'conversation',
  active: rule?.active ?? true,
});

/** Returns a new rule's name, and the usual time of a ready template that still has its name. */
export function usualRule(
  template: { readonly name: string } | undefined,
  ready: readonly ReadyTemplateFragment[],
): Partial<TypedRule> {
  if (!template) return {};
  const usual = ready.find(({ name }) => name === template.name);
  if (!usual) return { name: template.name };
  const { trigger, hours, days, at } = usual;
  return {
    name: template.name,
    trigger,
    counting: hours === null ? 'days' : 'hours',
    count: String(days ?? hours ?? 2),
    at: at ?? '',
  };
}

/** True for triggers that are a number of days or hours away from the stay. */
export const isCounted = (trigger: MessageTrigger): boolean =>
  trigger === 'before_check_in' || trigger === 'after_check_out';

/** True if a time of day applies. */
export const hasTime = ({ trigger, counting }: TypedRule): boolean =>
  trigger === 'check_in_day' || (isCounted(trigger) && counting === 'days');

/** Errors that are found before saving, by the API's field. */
export type RuleMistakes = Readonly<Record<string, string>>;

/** Returns the fields that can't be sent, with the reason. */
export function mistakesIn(rule: TypedRule): RuleMistakes {
  const nights = (typed: string) => (isWhole(typed) || typed.trim() === '' ? {} : { error: t(WHOLE) });
  const { error: min } = nights(rule.minNights);
  const { error: max } = nights(rule.maxNights);
  return {
    ...(rule.name.trim() === '' && { name: t`Enter a name.` }),
    ...(isCounted(rule.trigger) && !isWhole(rule.count) && { [rule.counting]: t(WHOLE) }),
    ...(rule.trigger === 'check_in_day' && rule.at === '' && { at: t`Enter a time of day.` }),
    ...(min && { 'filters.minNights': min }),
    ...(max && { 'filters.maxNights': max }),
  };
}

const WHOLE = msg`Enter a whole number.`;
const isWhole = (typed: string): boolean => /^\d{1,4}$/.test(typed.trim());
const wholeOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

/** Converts a rule without mistakes to the API's input: fields that don't apply to its trigger are null. */
export function ruleInput(rule: TypedRule, id: string | null): MessageRuleSetInput {
  const { name, templateId, trigger, counting, channel, active } = rule;
  const counted = isCounted(trigger) ? Number(rule.count) : null;
  return {
    id,
    name: name.trim(),
    templateId,
    trigger,
    hours: counting === 'hours' ? counted : null,
    days: counting === 'days' ? counted : null,
    at: hasTime(rule) && rule.at !== '' ? rule.at : null,
    filters: {
      propertyIds: rule.propertyIds,
      ratePlanIds: rule.ratePlanIds,
      sources: rule.sources,
      minNights: wholeOf(rule.minNights),
      maxNights: wholeOf(rule.maxNights),
    },
    channel,
    active,
  };
}
