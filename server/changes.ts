import type { AccessChange } from '#adapters/host-session.ts';
import type { Database } from '#db/database.ts';
import type { InstallChanges } from '#gateway/http/callers.ts';
import type { Changes } from '#kit/remembered.ts';

type Heard = Pick<Database, 'listen' | 'silentMs'>;

/** PostgreSQL responds every second; a longer silence may mean a silently cut connection. */
const CURRENT_MS = 3_000;

/** Subscribes to changes that triggers announce on a channel, from any process; `read` parses their payload. */
const changesOn = <Changed>(
  db: Heard,
  channel: string,
  read: (payload: string) => Changed | null,
): Changes<Changed> => ({
  listen: (changed) =>
    db.listen(channel, { onPayload: (payload) => changed(read(payload)), onGap: () => changed(null) }),
  isCurrent: () => db.silentMs() < CURRENT_MS,
});

/**
 * Subscribes to changes to installs, their tokens and their apps' versions
 * (subgraphs/apps/installs/store/functions.sql).
 */
export const installChanges = (db: Heard): InstallChanges =>
  changesOn(db, 'installs', (payload) => {
    if (payload === '') return null;
    const [, app] = /^app (\d+)$/.exec(payload) ?? [];
    return app === undefined ? { of: 'install', id: Number(payload) } : { of: 'app', id: Number(app) };
  });

/** Subscribes to changes to panel permissions (subgraphs/apps/identity/store/functions.sql). */
export const accessChanges = (db: Heard): Changes<AccessChange> =>
  changesOn(db, 'access', (payload) => {
    const [of, id] = payload.split(' ');
    return of === 'account' || of === 'team' ? { of, id: Number(id) } : null;
  });
