import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import type { InstallEvent } from '#schema/events.ts';
import { declareType, mayBring, whyRetired } from '../domain/app-types.ts';
import { fullName } from '../domain/task-types.ts';
import { TaskTypeEntity } from '../store/entities.ts';
import { purgeRetired } from '../store/purge-retired.ts';
import { NEW_TYPE } from '../store/task-types.ts';

/**
 * Syncs a team's task types with an install: declared types are added or changed, the others are retired, and
 * their tasks stay. Ignores an outdated event. See docs/interface/tasks.md#task-types-from-apps.
 */
export async function followInstall(ctx: SubgraphContext, install: InstallEvent): Promise<void> {
  await inTransaction(ctx, async (em) => {
    if (!(await hear(em, install))) return;
    const { teamId, app } = install;
    const declared = mayBring(install) ? install.taskTypes : [];
    const types = await em.find(
      TaskTypeEntity,
      { teamId, app },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { key: 'asc' } },
    );
    for (const one of declared) {
      const key = fullName(app, one.key);
      const type = types.find((existing) => existing.key === key);
      const change = declareType(one, type ?? null, { app, seen: install.seen.includes(one.key) });
      if (type) em.assign(type, change);
      else em.create(TaskTypeEntity, { ...NEW_TYPE, ...change, teamId, key, app });
    }
    const kept = new Set(declared.map(({ key }) => fullName(app, key)));
    for (const type of types) {
      const stays = type.state === 'retired' || kept.has(type.key) || (type.registered && mayBring(install));
      if (!stays) em.assign(type, { state: 'retired', retiredBecause: whyRetired(install) });
    }
    await em.flush();
    await purgeRetired(em, teamId, app);
  });
}

/** Records an install's event in the transaction that handles it; false if the event is outdated. */
async function hear(em: Transaction, { teamId, app, version, isActive }: InstallEvent): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO tasks.install_heard AS heard (team_id, app, version, ended) VALUES (${teamId}, ${app}, ${version}, ${!isActive})
    ON CONFLICT (team_id, app) DO UPDATE SET version = excluded.version, ended = excluded.ended
    WHERE heard.version < excluded.version
    RETURNING 1`.execute(statements(em));
  return rows.length > 0;
}
