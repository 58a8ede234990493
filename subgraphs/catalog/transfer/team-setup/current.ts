import type { SubgraphContext } from '#db/context.ts';
import { fileId } from '../file-id.ts';
import { type TeamSetupQuery, teamSetupDocument } from '../operations/generated.ts';
import { whole } from '../whole.ts';
import type { MessageRuleDefinition, MessageTemplateDefinition, TaskRuleDefinition } from './definition.ts';
import type { SetupPlaces } from './places.ts';

/** A template or rule that the team has, in the file's format. */
export interface CurrentPart<Definition> {
  readonly id: string;
  readonly definition: Definition;
  /** True if the storefront's export contains it. */
  readonly isExported: boolean;
  /** True if the file's format has all that it refers to: otherwise, some of it is archived. */
  readonly isWhole: boolean;
}

/** A team's message templates, message rules and task rules. */
export interface CurrentSetup {
  readonly messageTemplates: readonly CurrentPart<MessageTemplateDefinition>[];
  readonly messageRules: readonly CurrentPart<MessageRuleDefinition>[];
  readonly taskRules: readonly CurrentPart<TaskRuleDefinition>[];
}

/** Reads a team's setup from checkout and tasks. */
export async function readCurrentSetup(ctx: SubgraphContext, places: SetupPlaces): Promise<CurrentSetup> {
  const { messageTemplates, messageRules, taskRules } = await ctx.execute(teamSetupDocument, {}, ctx);
  const templates = named(messageTemplates ?? []);
  const templateNames = new Map(templates.map(({ id, name }) => [id, name]));
  return {
    messageTemplates: templates.map(({ id, name, texts }) => ({
      id,
      definition: { name, texts: texts.map(({ locale, subject, body }) => ({ locale, subject, body })) },
      isExported: true,
      isWhole: true,
    })),
    messageRules: named(messageRules ?? []).map((rule) =>
      describeMessageRule(rule, templateNames.get(rule.templateId) ?? '', places),
    ),
    taskRules: taskRules.map((rule) => describeTaskRule(rule, places)),
  };
}

/**
 * Numbers repeated names, because a file identifies templates and rules by name: the oldest keeps the name, the
 * next one is `name (2)`. Sorted by name.
 */
export function named<T extends { readonly id: string; readonly name: string }>(
  all: readonly T[],
): readonly T[] {
  const oldestFirst = all.toSorted((a, b) => Number(a.id) - Number(b.id));
  const taken = new Set(all.map(({ name }) => name));
  const used = new Set<string>();
  const numbered = oldestFirst.map((one) => {
    if (!used.has(one.name)) {
      used.add(one.name);
      return one;
    }
    let number = 2;
    while (taken.has(`${one.name} (${number})`)) number += 1;
    const name = `${one.name} (${number})`;
    taken.add(name);
    used.add(name);
    return { ...one, name };
  });
  return numbered.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function describeMessageRule(
  rule: NonNullable<TeamSetupQuery['messageRules']>[number],
  template: string,
  places: SetupPlaces,
): CurrentPart<MessageRuleDefinition> {
  const { propertyIds, ratePlanIds, sources, minNights, maxNights } = rule.filters;
  const properties = references(propertyIds, places.propertyReference);
  const ratePlans = references(ratePlanIds, places.planReference);
  const filters = whole<NonNullable<MessageRuleDefinition['filters']>>({
    properties: properties.known.toSorted(),
    ratePlans: ratePlans.known,
    sources: sources.toSorted(),
    minNights,
    maxNights,
  });
  const named = [...properties.known, ...ratePlans.known.map(({ property }) => property)];
  return {
    id: rule.id,
    definition: whole<MessageRuleDefinition>({
      name: rule.name,
      template,
      trigger: rule.trigger,
      hours: rule.hours,
      days: rule.days,
      at: rule.at,
      filters: Object.keys(filters).length > 0 ? filters : undefined,
      channel: rule.channel,
      active: rule.active ? undefined : false,
    }),
    isExported: !properties.isEmptied && !ratePlans.isEmptied && isForStorefront(named, places),
    isWhole: !properties.isEmptied && !ratePlans.isEmptied,
  };
}

function describeTaskRule(
  rule: TeamSetupQuery['taskRules'][number],
  places: SetupPlaces,
): CurrentPart<TaskRuleDefinition> {
  const properties = references(rule.propertyIds, places.propertyReference);
  return {
    id: rule.id,
    definition: whole<TaskRuleDefinition>({
      externalId: fileId('task-rule', rule),
      taskType: rule.taskType,
      trigger: rule.trigger,
      everyNights: rule.everyNights,
      daysBefore: rule.daysBefore,
      date: rule.date,
      checklist: rule.checklist.map(({ text }) => text),
      properties: properties.known.toSorted(),
      enabled: rule.enabled ? undefined : false,
    }),
    isExported: !properties.isEmptied && isForStorefront(properties.known, places),
    isWhole: !properties.isEmptied,
  };
}

/** True if a rule for these properties applies to the storefront; without properties, it applies to all. */
const isForStorefront = (properties: readonly string[], { isOwn }: SetupPlaces): boolean =>
  properties.length === 0 || properties.some(isOwn);

/** The references of places, without archived ones. A list of archived places only doesn't mean all places. */
function references<T>(ids: readonly string[], referenceOf: (id: string) => T | null) {
  const known = [...new Set(ids)].flatMap((id) => referenceOf(id) ?? []) as T[]; // no reference is a list
  return { known, isEmptied: ids.length > 0 && known.length === 0 };
}
