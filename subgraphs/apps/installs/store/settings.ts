import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { DeclaredSetting, SettingScope } from '#manifest/declared-setting.ts';
import { tables } from '../../store/tables.ts';
import { bytesOf, hintOf, type SetValues } from '../domain/settings.ts';
import { settingRow } from './entities.ts';
import { RUNNING_VERSION } from './running-version.ts';

/** A setting value's target: the install, as object 0, or one object. */
export interface SettingTarget {
  readonly per: SettingScope;
  readonly objectId: number;
}

export const OF_INSTALL: SettingTarget = { per: 'install', objectId: 0 };

/** A stored value. */
export interface KeptSetting {
  readonly installId: number;
  readonly key: string;
  readonly type: string;
  /** Null for a secret. */
  readonly value: string | null;
  /** Sealed for `settingRow`. */
  readonly valueSealed: string | null;
  readonly hint: string | null;
}

/**
 * Returns installs' values for a target; `removed` also includes stored values for dropped keys or ended
 * installs.
 */
export async function keptSettings(
  em: EntityManager,
  installIds: readonly number[],
  { per, objectId, removed = false }: SettingTarget & { readonly removed?: boolean },
): Promise<readonly KeptSetting[]> {
  return tables(em)
    .selectFrom('install_settings')
    .select(['installId', 'key', 'type', 'value', 'valueSealed', 'hint'])
    .where('installId', 'in', installIds)
    .where('per', '=', per)
    .where('objectId', '=', objectId)
    .$if(!removed, (all) => all.where('removedAt', 'is', null))
    .execute();
}

/** Returns installs' values for some targets, without secrets. */
export const shownSettings = (
  em: EntityManager,
  installIds: readonly number[],
  targets: readonly SettingTarget[],
): Promise<readonly (Omit<KeptSetting, 'valueSealed' | 'hint'> & SettingTarget)[]> =>
  tables(em)
    .selectFrom('install_settings')
    .select(['installId', 'per', 'objectId', 'key', 'type', 'value'])
    .where('installId', 'in', installIds)
    .where(({ and, or }) => or(targets.map(({ per, objectId }) => and({ per, objectId }))))
    .where('removedAt', 'is', null)
    .execute();

/** Returns the declared settings' values, ignoring values stored with a different type. */
export const setValues = (declared: readonly DeclaredSetting[], kept: readonly KeptSetting[]): SetValues =>
  new Map(
    kept
      .filter(({ key, type }) => declared.some((one) => one.key === key && one.type === type))
      .map(({ key, value }) => [key, value]),
  );

/**
 * Writes a save's changes for a locked install, in the caller's transaction. Returns the new version of its
 * settings.
 */
export async function writeSettings(
  ctx: SubgraphContext,
  em: Transaction,
  {
    installId,
    target: { per, objectId },
    declared,
    changes,
  }: {
    readonly installId: number;
    readonly target: SettingTarget;
    readonly declared: readonly DeclaredSetting[];
    readonly changes: ReadonlyMap<string, string | null>;
  },
): Promise<number> {
  const db = statements(em);
  for (const [key, value] of changes) {
    if (value === null) {
      await sql`DELETE FROM apps.install_settings
        WHERE install_id = ${installId} AND per = ${per} AND object_id = ${objectId} AND key = ${key}`.execute(
        db,
      );
      continue;
    }
    const type = declared.find((one) => one.key === key)?.type ?? 'text';
    const secret = type === 'secret';
    const sealed = secret ? ctx.vault.seal(value, settingRow({ installId, per, objectId, key })) : null;
    await sql`
      INSERT INTO apps.install_settings (install_id, per, object_id, key, type, value, value_sealed, hint, bytes, updated_at)
      VALUES (${installId}, ${per}, ${objectId}, ${key}, ${type}, ${secret ? null : value}, ${sealed},
        ${secret ? hintOf(value) : null}, ${bytesOf(key, value)}, ${ctx.clock.now()})
      ON CONFLICT (install_id, per, object_id, key) DO UPDATE SET type = excluded.type, value = excluded.value,
        value_sealed = excluded.value_sealed, hint = excluded.hint, bytes = excluded.bytes,
        updated_at = excluded.updated_at, removed_at = NULL`.execute(db);
  }
  const { settingsVersion } = await tables(em)
    .updateTable('installs')
    .set({ settingsVersion: sql`settings_version + 1` })
    .where('id', '=', installId)
    .returning('settingsVersion')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO apps.setting_versions (install_id, per, object_id, version)
    VALUES (${installId}, ${per}, ${objectId}, ${settingsVersion})
    ON CONFLICT (install_id, per, object_id) DO UPDATE SET version = excluded.version`.execute(db);
  return settingsVersion;
}

/** Returns the version of an install's settings that last changed a target; 0 if the target never changed. */
export async function changedAt(
  em: Transaction,
  installId: number,
  { per, objectId }: SettingTarget,
): Promise<number> {
  const found = await tables(em)
    .selectFrom('setting_versions')
    .select('version')
    .where('installId', '=', installId)
    .where('per', '=', per)
    .where('objectId', '=', objectId)
    .executeTakeFirst();
  return found?.version ?? 0;
}

/** Returns objects for which an app's install on a team has or had values. */
export const objectsSet = async (
  em: EntityManager,
  { teamId, app }: { readonly teamId: number; readonly app: string },
): Promise<readonly SettingTarget[]> =>
  tables(em)
    .selectFrom('install_settings as s')
    .innerJoin('installs as i', 'i.id', 's.installId')
    .innerJoin('apps as a', 'a.id', 'i.appId')
    .select(['s.per', 's.objectId'])
    .distinct()
    .where('i.teamId', '=', teamId)
    .where('a.slug', '=', app)
    .where('s.per', '!=', 'install')
    .execute();

/** Deletes values for deleted objects, which never return. */
export async function deleteOfGone(
  em: Transaction,
  installId: number,
  gone: readonly SettingTarget[],
): Promise<void> {
  if (gone.length === 0) return;
  await sql`
    WITH gone AS (
      SELECT * FROM unnest(${gone.map(({ per }) => per)}::text[], ${gone.map(({ objectId }) => objectId)}::int[]) AS own (per, object_id)
    ), versions AS (
      DELETE FROM apps.setting_versions v USING gone
      WHERE v.install_id = ${installId} AND v.per = gone.per AND v.object_id = gone.object_id
    )
    DELETE FROM apps.install_settings s USING gone
    WHERE s.install_id = ${installId} AND s.per = gone.per AND s.object_id = gone.object_id`.execute(
    statements(em),
  );
}

/** An install's other values that count toward its limit, in addition to a save's changes. */
interface Counted extends SettingTarget {
  /** True to count stored values for dropped keys or ended installs. */
  readonly removed?: boolean;
  /** Objects whose values don't count. */
  readonly gone?: readonly SettingTarget[];
}

/** Returns the bytes in an install's values, including keys, after a save for a target. */
export async function bytesAfter(
  em: EntityManager,
  installId: number,
  { per, objectId, removed = false, gone = [] }: Counted,
  changes: ReadonlyMap<string, string | null>,
): Promise<number> {
  const kept = await tables(em)
    .selectFrom('install_settings')
    .select(['per', 'objectId', 'key', 'bytes'])
    .where('installId', '=', installId)
    .$if(!removed, (all) => all.where('removedAt', 'is', null))
    .execute();
  const stays = kept.filter(
    (one) =>
      (one.per !== per || one.objectId !== objectId || !changes.has(one.key)) &&
      !gone.some((object) => object.per === one.per && object.objectId === one.objectId),
  );
  const added = [...changes].map(([key, value]) => (value === null ? 0 : bytesOf(key, value)));
  return [...stays.map(({ bytes }) => bytes), ...added].reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Marks values under keys that the running version no longer declares, or all if uninstalled, for one install
 * or for every install of an app; unmarks values declared again. Runs in the transaction that causes this.
 * Marked values are deleted after 30 days.
 */
export async function markUndeclaredSettings(
  ctx: SubgraphContext,
  em: Transaction,
  which: { readonly appId: number } | { readonly installId: number },
): Promise<void> {
  await em.flush();
  const these = 'appId' in which ? sql`i.app_id = ${which.appId}` : sql`i.id = ${which.installId}`;
  await sql`
    UPDATE apps.install_settings s
    SET removed_at = CASE WHEN now_declared.is THEN NULL ELSE ${ctx.clock.now()}::timestamptz END
    FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id,
      apps.install_settings kept, LATERAL (
        SELECT i.is_active AND EXISTS (
          SELECT FROM apps.app_versions v, jsonb_array_elements(coalesce(v.manifest->'settings', '[]')) AS declared
          WHERE v.id = ${RUNNING_VERSION} AND declared->>'key' = kept.key AND declared->>'type' = kept.type
            AND declared->>'per' = kept.per) AS is) AS now_declared
    WHERE ${these} AND kept.install_id = i.id AND s.id = kept.id AND (kept.removed_at IS NULL) <> now_declared.is`.execute(
    statements(em),
  );
}
