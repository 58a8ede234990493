import { isDeepStrictEqual } from 'node:util';
import type {
  MessageSetupInput,
  MessageSetupRuleInput,
  TaskRuleImportInput,
} from '../operations/generated.ts';
import type { PlannedRow } from '../plan-property.ts';
import type { Place, RowKind, WantedFile, WantedPart, WantedSetup } from '../wanted.ts';
import type { CurrentPart, CurrentSetup } from './current.ts';
import type {
  MessageRuleDefinition,
  MessageTemplateDefinition,
  PlanReference,
  TaskRuleDefinition,
} from './definition.ts';
import { keyOf, type SetupPlaces } from './places.ts';

/** An entry that an import sends, with its place in the file. */
interface Sent<Input> {
  readonly input: Input;
  readonly row: PlannedRow;
}

/** An import's plan for a team's setup: its rows, and what it sends to checkout and tasks. */
export interface SetupPlan {
  readonly rows: readonly PlannedRow[];
  readonly templates: readonly Sent<MessageSetupInput['templates'][number]>[];
  readonly rules: readonly Sent<MessageSetupRuleInput>[];
  readonly taskRules: readonly Sent<TaskRuleImportInput>[];
}

/** The reason a reference in a file can't be resolved. */
interface ReferenceFault {
  readonly field: string;
  readonly message: string;
}

/** Plans a file's message templates, message rules and task rules. */
export function planSetup(
  { messageTemplates, messageRules, taskRules }: WantedSetup,
  current: CurrentSetup,
  { places, added }: { readonly places: SetupPlaces; readonly added: AddedPlaces },
): SetupPlan {
  const finder = { places, added };
  const templates = messageTemplates.map((wanted) => planTemplate(wanted, current.messageTemplates));
  const sentTemplates = templates.flatMap(({ sent }) => sent ?? []);
  const rules = messageRules.map((wanted) => {
    const { name } = wanted.definition;
    const known = current.messageRules.find(({ definition }) => definition.name === name.trim());
    const template = wanted.definition.template.trim();
    const templateAt = sentTemplates.findIndex(({ row }) => row.externalId === template);
    const existing = current.messageTemplates.find(({ definition }) => definition.name === template);
    const faults: ReferenceFault[] = [];
    const isMissing = templateAt < 0 && !existing && !added.mayHaveTemplate(template);
    if (isMissing)
      faults.push({
        field: 'template',
        message: `There is no template ${quoted(template)} in the file or the team. Add it to \`messageTemplates\`, or correct the name.`,
      });
    const filters = readFilters(wanted.definition, finder, faults);
    const input: MessageSetupRuleInput = {
      rule: ruleInput(wanted.definition, {
        id: known?.id,
        templateId: existing?.id ?? '0',
        filters: filters.ids,
      }),
      templateAt: templateAt < 0 ? null : templateAt,
    };
    const isSame =
      known?.isWhole && isDeepStrictEqual(plainRule(wanted.definition), plainRule(known.definition));
    return planned({ wanted, kind: 'message_rule', name: name.trim(), known, isSame, faults, input });
  });
  const ofTasks = taskRules.map((wanted) => {
    const { definition } = wanted;
    const known = current.taskRules.find((rule) => rule.definition.externalId === definition.externalId);
    const faults: ReferenceFault[] = [];
    const { ids } = readProperties(definition.properties ?? [], 'properties', finder, faults);
    const input = { externalId: definition.externalId, rule: taskRuleInput(definition, known?.id, ids) };
    const isSame =
      known?.isWhole && isDeepStrictEqual(plainTaskRule(definition), plainTaskRule(known.definition));
    const name = definition.externalId;
    return planned({ wanted, kind: 'task_rule', name, known, isSame, faults, input });
  });
  return {
    rows: [...templates, ...rules, ...ofTasks].flatMap(({ rows }) => rows),
    templates: sentTemplates,
    rules: rules.flatMap(({ sent }) => sent ?? []),
    taskRules: ofTasks.flatMap(({ sent }) => sent ?? []),
  };
}

function planTemplate(
  wanted: WantedPart<MessageTemplateDefinition>,
  current: readonly CurrentPart<MessageTemplateDefinition>[],
) {
  const { texts } = wanted.definition;
  const name = wanted.definition.name.trim();
  const known = current.find(({ definition }) => definition.name === name);
  const isSame = known && isDeepStrictEqual(texts, known.definition.texts);
  const input = { id: known?.id, name, texts };
  return planned({ wanted, kind: 'message_template', name, known, isSame, faults: [], input });
}

/** Returns an entry's rows, and the entry to send if it's valid and changes something. */
function planned<Input>(entry: {
  readonly wanted: Place;
  readonly kind: RowKind;
  readonly name: string;
  readonly known: unknown;
  readonly isSame: boolean | undefined;
  readonly faults: readonly ReferenceFault[];
  readonly input: Input;
}): { readonly rows: readonly PlannedRow[]; readonly sent: Sent<Input> | null } {
  const { wanted, kind, name, known, isSame, faults, input } = entry;
  const { path, line } = wanted;
  const about = { path, line, kind, externalId: name };
  if (faults.length > 0) {
    const rows = faults.map((fault) => ({ ...about, action: 'error' as const, code: 'NOT_FOUND', ...fault }));
    return { rows, sent: null };
  }
  const action = isSame ? 'same' : known ? 'update' : 'create';
  const row: PlannedRow = { ...about, action, field: null, code: null, message: null };
  return { rows: [row], sent: isSame ? null : { input, row } };
}

/** Places that a file adds, and what its unreadable parts may add. */
export interface AddedPlaces {
  readonly hasProperty: (reference: string) => boolean;
  readonly hasPlan: (reference: PlanReference) => boolean;
  readonly mayHaveTemplate: (name: string) => boolean;
}

/** Finds the places that a file adds. If parts of the file are unreadable, a missing place may be one of them. */
export function addedPlaces({
  properties,
  unreadable,
}: Pick<WantedFile, 'properties' | 'unreadable'>): AddedPlaces {
  const isPartial = unreadable.length > 0;
  const names = new Set(properties.map(({ externalId }) => externalId));
  const plans = new Set<string>();
  for (const { externalId: property, unitTypes } of properties)
    for (const { externalId: unitType, definition } of unitTypes) {
      plans.add(keyOf({ property, unitType }));
      for (const { externalId: ratePlan } of definition?.ratePlans ?? [])
        plans.add(keyOf({ property, unitType, ratePlan }));
    }
  return {
    hasProperty: (reference) => isPartial || names.has(reference),
    hasPlan: (reference) => isPartial || plans.has(keyOf(reference)),
    mayHaveTemplate: () => isPartial,
  };
}

interface Finder {
  readonly places: SetupPlaces;
  readonly added: AddedPlaces;
}

/** Resolves properties; places that the file adds have no id yet. */
function readProperties(
  references: readonly string[],
  field: string,
  { places, added }: Finder,
  faults: ReferenceFault[],
) {
  const ids: string[] = [];
  for (const [at, reference] of references.entries()) {
    const id = places.propertyId(reference);
    if (id !== null) ids.push(id);
    else if (!added.hasProperty(reference))
      faults.push({
        field: `${field}.${at}`,
        message: `There is no property ${quoted(reference)} in the file or on the team's open storefronts. Add it to \`properties\`, or remove it from the rule.`,
      });
  }
  return { ids };
}

function readFilters({ filters }: MessageRuleDefinition, finder: Finder, faults: ReferenceFault[]) {
  const { places, added } = finder;
  const { ids: propertyIds } = readProperties(
    filters?.properties ?? [],
    'filters.properties',
    finder,
    faults,
  );
  const ratePlanIds: string[] = [];
  for (const [at, reference] of (filters?.ratePlans ?? []).entries()) {
    const id = places.planId(reference);
    if (id !== null) ratePlanIds.push(id);
    else if (!added.hasPlan(reference))
      faults.push({
        field: `filters.ratePlans.${at}`,
        message: `There is no rate plan ${quoted(planName(reference))} in the file or on the team's open storefronts. Add it to its unit type, or remove it from the rule.`,
      });
  }
  return { ids: { propertyIds, ratePlanIds } };
}

const planName = ({ property, unitType, ratePlan }: PlanReference): string =>
  [property, unitType, ...(ratePlan === undefined ? [] : [ratePlan])].join(' / ');

const quoted = (text: string): string => `“${text.slice(0, 100)}”`;

function ruleInput(
  { name, trigger, hours, days, at, filters, channel, active }: MessageRuleDefinition,
  known: Readonly<{
    id: string | undefined;
    templateId: string;
    filters: Readonly<{ propertyIds: readonly string[]; ratePlanIds: readonly string[] }>;
  }>,
): MessageSetupRuleInput['rule'] {
  const { sources, minNights, maxNights } = filters ?? {};
  return {
    ...known,
    name: name.trim(),
    trigger,
    hours,
    days,
    at,
    filters: { ...known.filters, sources: sources ?? [], minNights, maxNights },
    channel,
    active: active ?? true,
  };
}

const taskRuleInput = (
  { taskType, trigger, everyNights, daysBefore, date, checklist, enabled }: TaskRuleDefinition,
  id: string | undefined,
  propertyIds: readonly string[],
): TaskRuleImportInput['rule'] => ({
  id,
  taskType,
  trigger,
  everyNights,
  daysBefore,
  date,
  checklist: (checklist ?? []).map((text) => ({ text })),
  propertyIds,
  enabled: enabled ?? true,
});

/** A rule in a form in which equal rules are equal: the order in a filter doesn't matter. */
const plainRule = ({ name: _name, template, filters, active, ...rule }: MessageRuleDefinition) => ({
  trigger: rule.trigger,
  channel: rule.channel,
  hours: rule.hours ?? null,
  days: rule.days ?? null,
  at: rule.at ?? null,
  template: template.trim(),
  properties: [...new Set(filters?.properties ?? [])].sort(),
  ratePlans: [...new Set((filters?.ratePlans ?? []).map(keyOf))].sort(),
  sources: [...new Set(filters?.sources ?? [])].sort(),
  minNights: filters?.minNights ?? null,
  maxNights: filters?.maxNights ?? null,
  active: active ?? true,
});

/** The same for a task rule. */
const plainTaskRule = ({ taskType, trigger, enabled, ...rule }: TaskRuleDefinition) => ({
  taskType,
  trigger,
  everyNights: rule.everyNights ?? null,
  daysBefore: rule.daysBefore ?? null,
  date: rule.date ?? null,
  checklist: (rule.checklist ?? []).map((text) => text.trim()),
  properties: [...new Set(rule.properties ?? [])].sort(),
  enabled: enabled ?? true,
});
