import { batch } from '#db/batch.ts';
import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { holdsScope } from '#kit/access.ts';
import { type Listing, pageOf, readSlice } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { actorOf } from './actor.ts';
import { ensureTaskTypes } from './commands/task-types.ts';
import type { TaskStatus } from './domain/status.ts';
import { filledIn } from './domain/task-fields.ts';
import type { TaskField, TaskRule, TaskTrigger } from './domain/task-types.ts';
import { type Task, TaskEntity, type TaskType, TaskTypeEntity } from './entities.ts';
import type { HostRuleTrigger, HostTaskOrder } from './generated.ts';

/** A task of the viewer's team; null if there is none. */
export async function findTask(ctx: IslandContext, id: string): Promise<Task | null> {
  const { teamId } = actorOf(ctx.viewer);
  const taskId = parseId(id, Number.MAX_SAFE_INTEGER);
  return taskId === null ? null : reader(ctx).findOne(TaskEntity, { id: taskId, teamId });
}

/** Which tasks a host wants to see. */
export interface HostTaskListing extends Listing {
  readonly status: TaskStatus;
  readonly order?: HostTaskOrder | null;
}

/** A page of the host's tasks in one status. */
export async function listHostTasks(ctx: IslandContext, { status, order, ...listing }: HostTaskListing) {
  const { teamId } = actorOf(ctx.viewer);
  const slice = readSlice(listing, 2);
  const { orderBy, reversed, beyond, short, keyOf } = ORDERS[order ?? 'changed'];
  const { size, backward, after, before } = slice;
  const found = await reader(ctx).find(
    TaskEntity,
    { teamId, status, $and: [...(after ? beyond(after) : []), ...(before ? short(before) : [])] },
    { orderBy: backward ? reversed : orderBy, limit: size + 1 },
  );
  return pageOf(found, slice, (task) => [keyOf(task), task.id]);
}

/** JavaScript's dates end here; a cursor that we wrote is far from it, but for what is never due. */
const LATEST_MS = 8.64e15;

const ORDERS = {
  changed: {
    orderBy: { updatedAt: 'desc', id: 'desc' },
    reversed: { updatedAt: 'asc', id: 'asc' },
    beyond: changedBefore,
    short: changedAfter,
    keyOf: ({ updatedAt }: Task) => updatedAt.getTime(),
  },
  due: {
    orderBy: { dueAt: 'asc nulls last', id: 'asc' },
    reversed: { dueAt: 'desc nulls first', id: 'desc' },
    beyond: dueAfter,
    short: dueBefore,
    keyOf: ({ dueAt }: Task) => Math.max(0, dueAt?.getTime() ?? LATEST_MS),
  },
} as const satisfies Readonly<Record<HostTaskOrder, object>>;

/** The instant of a cursor; one beyond the years PostgreSQL reads as we write them counts as their end. */
const instantOf = (ms: number) => new Date(Math.min(ms, END_OF_YEAR_9999_MS));
const END_OF_YEAR_9999_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

type Place = readonly [ms: number, id: number];

function changedBefore([ms, id]: Place) {
  const seen = instantOf(ms);
  return [{ updatedAt: { $lte: seen } }, { $or: [{ updatedAt: { $lt: seen } }, { id: { $lt: id } }] }];
}

function changedAfter([ms, id]: Place) {
  const seen = instantOf(ms);
  return [{ updatedAt: { $gte: seen } }, { $or: [{ updatedAt: { $gt: seen } }, { id: { $gt: id } }] }];
}

function dueAfter([ms, id]: Place) {
  if (ms >= LATEST_MS) return [{ dueAt: null, id: { $gt: id } }];
  const seen = instantOf(ms);
  return [{ $or: [{ dueAt: { $gt: seen } }, { dueAt: seen, id: { $gt: id } }, { dueAt: null }] }];
}

function dueBefore([ms, id]: Place) {
  if (ms >= LATEST_MS) return [{ $or: [{ dueAt: { $ne: null } }, { id: { $lt: id } }] }];
  const seen = instantOf(ms);
  return [{ $or: [{ dueAt: { $lt: seen } }, { dueAt: seen, id: { $lt: id } }] }];
}

/** The team's kinds of task; for an app that may not read tasks, those it brings. */
export async function listTaskTypes(ctx: IslandContext): Promise<readonly TaskType[]> {
  const { viewer } = ctx;
  const types = await ensureTaskTypes(ctx, actorOf(viewer).teamId);
  if (viewer.kind !== 'app' || holdsScope(viewer.scopes, 'read_tasks')) return types;
  return types.filter(({ app }) => app === viewer.appSlug);
}

/** What a type of each of some tasks asks to be filled in, with one statement for all of them. */
export async function fieldsOf(ctx: IslandContext, { teamId, taskType, customFields }: Task) {
  const type = (await typesOf(ctx, teamId))?.get(taskType);
  if (!type) return [];
  return type.fields.map((field) => ({ ...toTypeField(field), value: filledIn(type, field, customFields) }));
}

const typesOf = batch<number, ReadonlyMap<string, TaskType>>(async (ctx, teamIds) => {
  const types = await reader(ctx).find(TaskTypeEntity, { teamId: [...teamIds] });
  const byTeam = Map.groupBy(types, ({ teamId }) => teamId);
  return new Map(teamIds.map((id) => [id, new Map((byTeam.get(id) ?? []).map((type) => [type.key, type]))]));
});

/** A field of a kind of task as the SDL shows it. */
export const toTypeField = ({ required, ...field }: TaskField) => ({
  ...field,
  requiredToComplete: required,
});

/** The chosen team's rules, in the order of its kinds of task. */
export async function listHostRules(ctx: IslandContext) {
  return (await listTaskTypes(ctx)).flatMap(rulesOf);
}

/** The rules that create tasks of a type: one for those every team has, as declared for an app's. */
export function rulesOf({ key, app, atCheckOut, rules }: TaskType) {
  if (app == null) return [{ ...AT_CHECK_OUT, taskType: key, enabled: atCheckOut }];
  return rules.map(({ trigger, offsetMs, due, enabled }) => ({
    trigger: triggerName(trigger),
    taskType: key,
    enabled,
    offsetSeconds: offsetMs / 1000,
    due: dueWords(due),
  }));
}

const AT_CHECK_OUT = { trigger: 'booking_confirmed', offsetSeconds: 0, due: 'on the check-out day' } as const;

/** A trigger as the SDL's enum spells it. */
export const triggerName = (trigger: TaskTrigger): HostRuleTrigger =>
  trigger.replace('.', '_') as HostRuleTrigger; // the enum names the same four

function dueWords(due: TaskRule['due']): string {
  if (due === null) return 'at no given time';
  if (due === 'check_in') return 'on the check-in day';
  if (due === 'check_out') return 'on the check-out day';
  const hours = due / 3_600_000;
  if (due === 0) return 'at once';
  return hours >= 48 && hours % 24 === 0
    ? `${hours / 24} days later`
    : `${Math.round(hours * 100) / 100} hours later`;
}
