import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { type NewType, readNewType } from '../domain/new-type.ts';
import { DEFAULT_TASK_TYPES, fullName } from '../domain/task-types.ts';
import type { Refusal } from '../errors.ts';
import { installedVersionDocument } from '../operations/generated.ts';
import { type TaskType, TaskTypeEntity } from '../store/entities.ts';
import { purgeRetired } from '../store/purge-retired.ts';
import { NEW_TYPE } from '../store/task-types.ts';
import type { TaskTypeResult } from './set-provider.ts';

/** Maximum task types an install can register in addition to its manifest's. */
const MAX_REGISTERED = 50;

/**
 * Registers a task type for the calling app, `enabled` immediately, or changes an existing registration;
 * restores a retired type. Refuses with `TASK_TYPE_TAKEN` if the manifest declares the key, and with `LIMIT`.
 * See docs/interface/tasks.md#task-types-from-apps.
 */
export async function registerType(ctx: SubgraphContext, input: NewType): Promise<TaskTypeResult> {
  const { appSlug: app, teamId } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  const read = readNewType(input, ctx.config.slaMinMs);
  if ('code' in read) return refuse(read);
  if (DEFAULT_TASK_TYPES.some((type) => type.key === input.key)) {
    const message = `"${input.key}" is a built-in task type. Choose another key.`;
    return refuse({ field: ['input', 'key'], message, code: 'TASK_TYPE_TAKEN' });
  }
  const key = fullName(app, input.key);
  const { currentInstall } = await ctx.execute(installedVersionDocument, {}, ctx);
  if (!currentInstall) return refuse(UNINSTALLED);
  return inTransaction(ctx, async (em): Promise<TaskTypeResult> => {
    const heard = await takeTurnOfApp(em, teamId, app);
    // The app was uninstalled after the check above, so no later event would retire the type.
    if (heard.ended && heard.version > currentInstall.taskTypesVersion) return refuse(UNINSTALLED);
    const type = await findLocked(em, teamId, key);
    if (type && !type.registered && type.state !== 'retired') {
      const message = `"${input.key}" is declared in app.toml. Choose another key or change it there.`;
      return refuse({ field: ['input', 'key'], message, code: 'TASK_TYPE_TAKEN' });
    }
    const { slaMs, ...change } = read;
    if (type && type.state !== 'retired') {
      em.assign(type, change);
      return { taskType: type, userErrors: [] };
    }
    const registered = { teamId, app, registered: true, state: { $ne: 'retired' as const } };
    if ((await em.count(TaskTypeEntity, registered)) >= MAX_REGISTERED) {
      const message = `An app can register at most ${MAX_REGISTERED} task types with a team. Retire one first.`;
      return refuse({ field: null, message, code: 'LIMIT' });
    }
    const fresh = { ...NEW_TYPE, ...change, slaMs: slaMs ?? NEW_TYPE.slaMs, app, registered: true };
    const made = type ? em.assign(type, fresh) : em.create(TaskTypeEntity, { ...fresh, teamId, key });
    await em.flush();
    await recordTeamEvent(ctx, em, [teamId], {
      kind: 'task_type.updated',
      subject: key,
      change: 'registered',
    });
    return { taskType: made, userErrors: [] };
  });
}

/**
 * Retires a task type registered by the calling app: its tasks stay, and no new tasks are created. Repeating
 * it changes nothing.
 */
export async function retireType(ctx: SubgraphContext, key: string): Promise<TaskTypeResult> {
  const { appSlug: app, teamId } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  const named = key.startsWith(`${app}/`) ? key : fullName(app, key);
  return inTransaction(ctx, async (em): Promise<TaskTypeResult> => {
    await takeTurnOfApp(em, teamId, app);
    if (key.includes('/') && named !== key) {
      const message = 'An app can only retire its own task types.';
      return refuse({ field: ['key'], message, code: 'NOT_YOURS' });
    }
    const type = isKey(named) ? await findLocked(em, teamId, named) : null;
    if (!type) {
      const builtIn = isKey(key) && (await em.count(TaskTypeEntity, { teamId, key })) > 0;
      const code = builtIn ? 'NOT_YOURS' : 'NOT_FOUND';
      const message = builtIn
        ? `"${key}" isn't one of the app's task types.`
        : 'The app has no such task type.';
      return refuse({ field: ['key'], message, code });
    }
    if (type.state === 'retired') return { taskType: type, userErrors: [] };
    if (!type.registered) {
      const message = 'This type is declared in app.toml. Release a version without it.';
      return refuse({ field: ['key'], message, code: 'INVALID' });
    }
    em.assign(type, { state: 'retired', retiredBecause: 'Its app retired it.' });
    await em.flush();
    await recordTeamEvent(ctx, em, [teamId], {
      kind: 'task_type.updated',
      subject: named,
      change: 'retired',
    });
    await purgeRetired(em, teamId, app);
    return { taskType: type, userErrors: [] };
  });
}

const isKey = (key: string): boolean => /^[a-z0-9_/-]{1,120}$/.test(key);

const UNINSTALLED: Refusal = {
  field: null,
  message: 'The app is no longer installed.',
  code: 'NOT_FOUND',
};

/** The latest processed event for an install. */
interface Heard {
  readonly version: number;
  readonly ended: boolean;
}

/**
 * Serializes an app's registrations with a team, so the limit is exact and a key is used once. Blocks events
 * for the install until the transaction ends.
 */
async function takeTurnOfApp(em: Transaction, teamId: number, app: string): Promise<Heard> {
  const { rows } = await sql<Heard>`
    INSERT INTO tasks.install_heard AS heard (team_id, app, version) VALUES (${teamId}, ${app}, 0)
    ON CONFLICT (team_id, app) DO UPDATE SET version = heard.version
    RETURNING version, ended`.execute(statements(em));
  return rows[0] ?? { version: 0, ended: false };
}

const findLocked = (em: Transaction, teamId: number, key: string): Promise<TaskType | null> =>
  em.findOne(TaskTypeEntity, { teamId, key }, { lockMode: LockMode.PESSIMISTIC_WRITE });

const refuse = (refusal: Refusal): TaskTypeResult => ({ taskType: null, userErrors: [refusal] });
