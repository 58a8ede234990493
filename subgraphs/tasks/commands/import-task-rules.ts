import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { actorOf } from '../access.ts';
import type { Refusal } from '../errors.ts';
import type { TaskRuleImportError, TaskRuleImportInput } from '../generated.ts';
import {
  lockTaskRules,
  MAX_RULES,
  readTaskRule,
  saveTaskRule,
  TOO_MANY_RULES,
} from '../steps/save-task-rule.ts';
import { TaskRuleEntity } from '../store/entities.ts';

/** Checks an import's rules; returns each rule's first error. */
export const checkTaskRules = async (
  ctx: SubgraphContext,
  rules: readonly TaskRuleImportInput[],
): Promise<readonly TaskRuleImportError[]> => (await readRules(ctx, rules)).errors;

/**
 * Applies an import's rules in one transaction: all of them, or none if there are errors. See
 * docs/interface/import.md#messages-and-task-rules.
 */
export async function importTaskRules(
  ctx: SubgraphContext,
  rules: readonly TaskRuleImportInput[],
): Promise<readonly TaskRuleImportError[]> {
  const { teamId } = actorOf(ctx.viewer);
  const { errors, read } = await readRules(ctx, rules);
  if (errors.length > 0) return errors;
  try {
    await inTransaction(ctx, async (em) => {
      await lockTaskRules(em, teamId);
      for (const [at, toSave] of read.entries()) {
        const { userErrors } = await saveTaskRule(ctx, em, teamId, toSave);
        if (userErrors.length > 0) throw new Refused(userErrors.map((refusal) => errorOf(at, refusal)));
      }
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.errors;
  }
  return [];
}

/** Rolls back an import's rules. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly errors: readonly TaskRuleImportError[];

  constructor(errors: readonly TaskRuleImportError[]) {
    super(errors[0]?.message);
    this.errors = errors;
  }
}

async function readRules(ctx: SubgraphContext, rules: readonly TaskRuleImportInput[]) {
  const { teamId } = actorOf(ctx.viewer);
  const errors: TaskRuleImportError[] = [];
  const read: Parameters<typeof saveTaskRule>[3][] = [];
  const added = rules.filter(({ rule }) => rule.id == null).length;
  if (added > 0 && (await reader(ctx).count(TaskRuleEntity, { teamId })) + added > MAX_RULES)
    errors.push(errorOf(null, TOO_MANY_RULES));
  for (const [at, { rule: given, externalId }] of rules.entries()) {
    const rule = await readTaskRule(ctx, teamId, given);
    if ('code' in rule) errors.push(errorOf(at, rule));
    else read.push({ id: given.id ?? null, rule, externalId });
  }
  return { errors, read };
}

/** Advice about unusable task types, by code. */
const FIXES: Partial<Readonly<Record<Refusal['code'], string>>> = {
  NOT_FOUND: 'Install the app that adds it, or remove the rule.',
  TASK_TYPE_DISABLED: 'Switch it on, or remove the rule.',
  TASK_TYPE_RETIRED: 'Choose another task type, or remove the rule.',
};

/** Describes a refusal with its path inside the rule. */
function errorOf(at: number | null, { field, code, message }: Refusal): TaskRuleImportError {
  const path = field?.slice(1) ?? [];
  const fix = path[0] === 'taskType' ? FIXES[code] : undefined;
  return { at, field: path.length > 0 ? path : null, code, message: fix ? `${message} ${fix}` : message };
}
