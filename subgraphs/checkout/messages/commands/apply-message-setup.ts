import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import type { MessageSetupError, MessageSetupInput, MessageSetupList } from '../../generated.ts';
import { MessageRuleEntity, MessageTemplateEntity } from '../../store/entities.ts';
import { ruleFaults } from '../domain/rule-faults.ts';
import { type Fault, templateFaults } from '../domain/template-faults.ts';
import { placesOfTeam } from '../operations/message-facts.ts';
import { filterFaults, MOST_RULES, readRule, saveRule, TOO_MANY_RULES } from '../steps/save-rule.ts';
import { lockTemplates, MOST_TEMPLATES, saveTemplate, TOO_MANY_TEMPLATES } from '../steps/save-template.ts';

/** Checks an import's templates and rules; returns every error. */
export async function checkMessageSetup(
  ctx: SubgraphContext,
  { templates, rules }: MessageSetupInput,
): Promise<readonly MessageSetupError[]> {
  const teamId = teamOf(ctx.viewer) ?? 0;
  const given = rules.map(({ rule }) => readRule(rule));
  const named = {
    propertyIds: given.flatMap(({ filters }) => filters.propertyIds),
    ratePlanIds: given.flatMap(({ filters }) => filters.ratePlanIds),
  };
  const known = await placesOfTeam(ctx, teamId, named);
  const newTemplates = templates.filter(({ id }) => id == null).length;
  const newRules = rules.filter(({ rule }) => rule.id == null).length;
  const em = reader(ctx);
  const hasRoom = {
    templates:
      newTemplates === 0 ||
      (await em.count(MessageTemplateEntity, { teamId })) + newTemplates <= MOST_TEMPLATES,
    rules: newRules === 0 || (await em.count(MessageRuleEntity, { teamId })) + newRules <= MOST_RULES,
  };
  return [
    ...(hasRoom.templates ? [] : [errorOf('templates', null, TOO_MANY_TEMPLATES)]),
    ...(hasRoom.rules ? [] : [errorOf('rules', null, TOO_MANY_RULES)]),
    ...templates.flatMap((template, at) => errorsOf('templates', at, templateFaults(template))),
    ...given.flatMap((rule, at) =>
      errorsOf('rules', at, [...ruleFaults(rule), ...filterFaults(rule.filters, known)]),
    ),
  ];
}

/**
 * Applies an import's templates and rules in one transaction: all of them, or none if there are errors. See
 * docs/interface/import.md#messages-and-task-rules.
 */
export async function applyMessageSetup(
  ctx: SubgraphContext,
  input: MessageSetupInput,
): Promise<readonly MessageSetupError[]> {
  const errors = await checkMessageSetup(ctx, input);
  const teamId = teamOf(ctx.viewer);
  if (errors.length > 0 || teamId === null) return errors;
  try {
    await inTransaction(ctx, async (em) => {
      await lockTemplates(em, teamId);
      const templateIds: string[] = [];
      for (const [at, template] of input.templates.entries()) {
        const { messageTemplate, userErrors } = await saveTemplate(ctx, em, teamId, template);
        expectNone('templates', at, userErrors);
        templateIds.push(String(messageTemplate?.id));
      }
      for (const [at, { rule, templateAt }] of input.rules.entries()) {
        const templateId = (templateAt == null ? null : templateIds[templateAt]) ?? rule.templateId;
        const { userErrors } = await saveRule(ctx, em, teamId, { ...rule, templateId });
        expectNone('rules', at, userErrors);
      }
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.errors;
  }
  return [];
}

/** Rolls back an import's templates and rules. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly errors: readonly MessageSetupError[];

  constructor(errors: readonly MessageSetupError[]) {
    super(errors[0]?.message);
    this.errors = errors;
  }
}

function expectNone(list: MessageSetupList, at: number, faults: readonly Fault[]): void {
  if (faults.length > 0) throw new Refused(errorsOf(list, at, faults));
}

const errorsOf = (list: MessageSetupList, at: number, faults: readonly Fault[]) =>
  faults.map((fault) => errorOf(list, at, fault));

/** Describes a fault with its path inside the template or rule. */
function errorOf(list: MessageSetupList, at: number | null, { field: [, ...path], code, message }: Fault) {
  return { list, at, field: path.length > 0 ? path : null, code, message };
}
