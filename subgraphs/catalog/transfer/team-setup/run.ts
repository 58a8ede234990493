import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { OpenTransfer } from '../open-transfer.ts';
import {
  applyMessagesDocument,
  applyTaskRulesDocument,
  checkMessagesDocument,
  checkTaskRulesDocument,
} from '../operations/generated.ts';
import type { PlannedRow } from '../plan-property.ts';
import type { WantedFile, WantedSetup } from '../wanted.ts';
import { OF_STOREFRONT } from '../wanted.ts';
import { readCurrentSetup } from './current.ts';
import { hasSetup, readSetupPlaces } from './places.ts';
import { type AddedPlaces, addedPlaces, planSetup, type SetupPlan } from './plan.ts';

/** Reads the team's setup for an export, in the file's format; empty for a sandbox. */
export async function exportedSetup(
  ctx: SubgraphContext,
  transfer: OpenTransfer,
): Promise<Readonly<Record<keyof WantedSetup, readonly object[]>>> {
  if (!(await hasSetup(ctx, transfer))) return { messageTemplates: [], messageRules: [], taskRules: [] };
  const setup = await readCurrentSetup(ctx, await readSetupPlaces(ctx, transfer));
  const written = (parts: readonly { readonly definition: object; readonly isExported: boolean }[]) =>
    parts.flatMap(({ definition, isExported }) => (isExported ? [definition] : []));
  return {
    messageTemplates: written(setup.messageTemplates),
    messageRules: written(setup.messageRules),
    taskRules: written(setup.taskRules),
  };
}

/** Returns a dry run's rows for a file's setup; none for a sandbox, whose imports leave it unchanged. */
export async function checkSetup(
  ctx: SubgraphContext,
  transfer: OpenTransfer,
  file: WantedFile,
): Promise<readonly PlannedRow[]> {
  if (isEmpty(file.setup) || !(await hasSetup(ctx, transfer))) return [];
  const plan = await plannedSetup(ctx, transfer, file.setup, addedPlaces(file));
  const { templates, rules, taskRules } = plan;
  const errors: PlannedRow[] = [];
  if (templates.length + rules.length > 0) {
    const { messageSetupCheck } = await ctx.execute(checkMessagesDocument, { input: messagesOf(plan) }, ctx);
    errors.push(...messageSetupCheck.flatMap((error) => errorRow(plan[error.list], error)));
  }
  if (taskRules.length > 0) {
    const sent = taskRules.map(({ input }) => input);
    const { taskRulesCheck } = await ctx.execute(checkTaskRulesDocument, { rules: sent }, ctx);
    errors.push(...taskRulesCheck.flatMap((error) => errorRow(taskRules, error)));
  }
  const wrong = new Set(errors.map(({ path }) => path));
  const valid = plan.rows.filter(({ path }) => !wrong.has(path));
  return [...valid, ...errors];
}

/**
 * Applies a file's setup after its properties: the messages all or none, and the task rules all or none. Records
 * refusals on their rows. Skips what exists already, so it's safe to repeat.
 */
export async function applySetup(
  ctx: SubgraphContext,
  transfer: OpenTransfer,
  setup: WantedSetup,
): Promise<void> {
  if (isEmpty(setup) || !(await hasSetup(ctx, transfer))) return;
  const plan = await plannedSetup(ctx, transfer, setup, NOTHING_ADDED);
  const { templates, rules, taskRules } = plan;
  const missing = plan.rows.filter(({ action }) => action === 'error');
  const isMissing = (isTask: boolean) => missing.some(({ kind }) => (kind === 'task_rule') === isTask);
  const errors = [...missing];
  if (templates.length + rules.length > 0 && !isMissing(false)) {
    const { messageSetupApply } = await ctx.execute(applyMessagesDocument, { input: messagesOf(plan) }, ctx);
    errors.push(...messageSetupApply.flatMap((error) => errorRow(plan[error.list], error)));
  }
  if (taskRules.length > 0 && !isMissing(true)) {
    const sent = taskRules.map(({ input }) => input);
    const { taskRulesApply } = await ctx.execute(applyTaskRulesDocument, { rules: sent }, ctx);
    errors.push(...taskRulesApply.flatMap((error) => errorRow(taskRules, error)));
  }
  await record(ctx, transfer.id, errors);
}

const isEmpty = (setup: WantedSetup): boolean => Object.values(setup).every(({ length }) => length === 0);

async function plannedSetup(
  ctx: SubgraphContext,
  transfer: OpenTransfer,
  setup: WantedSetup,
  added: AddedPlaces,
): Promise<SetupPlan> {
  const places = await readSetupPlaces(ctx, transfer);
  return planSetup(setup, await readCurrentSetup(ctx, places), { places, added });
}

/** By the time the setup is applied, the file's properties exist, unless they were refused. */
const NOTHING_ADDED: AddedPlaces = {
  hasProperty: () => false,
  hasPlan: () => false,
  mayHaveTemplate: () => false,
};

const messagesOf = ({ templates, rules }: SetupPlan) => ({
  templates: templates.map(({ input }) => input),
  rules: rules.map(({ input }) => input),
});

/** Names of checkout's and tasks' fields in files. */
const FIELDS: Readonly<Record<string, string>> = {
  propertyIds: 'properties',
  ratePlanIds: 'ratePlans',
  templateId: 'template',
};

/** An error's row; an error about a whole list is on its first row. */
function errorRow(
  sent: SetupPlan['templates' | 'rules' | 'taskRules'],
  error: {
    readonly at: number | null;
    readonly field: readonly string[] | null;
    readonly code: string;
    readonly message: string;
  },
): readonly PlannedRow[] {
  const row = sent[error.at ?? 0]?.row;
  if (!row) return [];
  const field = error.field?.map((name) => FIELDS[name] ?? name).join('.') ?? null;
  return [{ ...row, action: 'error', field, code: error.code, message: error.message }];
}

/** Records each refused row's first error. */
async function record(ctx: SubgraphContext, id: number, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE catalog.transfer_row r SET action = 'error', field = e.field, code = e.code, message = left(e.message, 500)
    FROM (SELECT DISTINCT ON (path) * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS e (path text, kind text, field text, code text, message text)) AS e
    WHERE r.transfer_id = ${id} AND r.property = ${OF_STOREFRONT} AND r.path = e.path AND r.kind = e.kind`.execute(
    statements(ctx),
  );
}
