import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publishing } from '#db/events.ts';
import { eventQueue } from '#db/jobs/event-queues.ts';
import { statements, type Transaction, wakeAfterCommit } from '#db/transaction.ts';
import { type InstallEvent, SUBSCRIBERS } from '#schema/events.ts';
import type { Install } from '../store/entities.ts';
import { RUNNING_VERSION } from '../store/running-version.ts';

/** Changed installs, and whether their host has just seen what the version adds. */
export type ChangedInstalls =
  | { readonly installId: number; readonly seen?: boolean; readonly isNew?: boolean }
  | { readonly appId: number };

const DECLARED = sql`coalesce((SELECT v.manifest->'taskTypes' FROM apps.app_versions v
  WHERE v.id = ${RUNNING_VERSION}), '[]')`;

/** True if any version of app `a` adds to storefront pages. */
const ADDS_TO_PAGES = sql`EXISTS (SELECT FROM apps.app_versions v
  WHERE v.app_id = a.id AND v.manifest->'declaredInjections' IS NOT NULL)`;

/** True if an install adds or used to add task types; other installs aren't announced. */
export const mayAddTaskTypes = ({
  taskTypesVersion,
  capabilities,
}: Pick<Install, 'taskTypesVersion' | 'capabilities'>): boolean =>
  taskTypesVersion > 0 || capabilities.includes('register_task_types');

/**
 * Announces which task types one install, or each of an app's active installs, can now add, in the
 * transaction that changes this and in one statement. Skips installs that could never add any
 * (docs/interface/tasks.md#task-types-from-apps), except apps that add to pages and uninstalled channel apps, whose
 * placements and connections end with them.
 */
export async function announceInstalls(
  ctx: SubgraphContext,
  em: Transaction,
  which: ChangedInstalls,
): Promise<void> {
  await em.flush();
  const these = 'appId' in which ? sql`app_id = ${which.appId} AND is_active` : sql`id = ${which.installId}`;
  const seen = 'installId' in which && which.seen === true;
  const isNew = 'installId' in which && which.isNew === true;
  const published = await publishing(
    ctx,
    'install.changed',
    sql<InstallEvent>`SELECT payload FROM announced`,
  );
  await sql`
    WITH announced AS (
      UPDATE apps.installs i SET task_types_version = i.task_types_version + 1,
        task_types_seen = CASE WHEN ${seen}
          THEN ARRAY(SELECT declared->>'key' FROM jsonb_array_elements(${DECLARED}) AS declared)
          ELSE i.task_types_seen END
      FROM apps.apps a
      WHERE a.id = i.app_id AND (i.task_types_version > 0 OR 'register_task_types' = ANY (i.capabilities)
          OR a.type = 'channel' AND NOT i.is_active OR ${ADDS_TO_PAGES})
        AND i.id IN (SELECT id FROM apps.installs WHERE ${these} ORDER BY id FOR UPDATE)
      RETURNING jsonb_build_object('teamId', i.team_id, 'app', a.slug, 'appName', a.name,
        'version', i.task_types_version, 'isActive', i.is_active, 'capabilities', to_jsonb(i.capabilities),
        'taskTypes', ${DECLARED}, 'seen', to_jsonb(i.task_types_seen),
        'isNew', ${isNew}::boolean) AS payload
    )${published.parts}
    SELECT FROM announced`.execute(statements(em));
  for (const subgraph of SUBSCRIBERS['install.changed'])
    wakeAfterCommit(em, eventQueue('install.changed', subgraph));
}
