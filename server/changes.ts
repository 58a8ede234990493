import type { AccessChange } from '#adapters/host-session.ts';
import type { Database } from '#db/database.ts';
import type { InstallChanges } from '#gateway/http/callers.ts';
import type { Changes } from '#kit/remembered.ts';

type Heard = Pick<Database, 'listen' | 'silentMs'>;

/** PostgreSQL is heard of every second; a connection that is silent for longer may have been cut without a word. */
const CURRENT_MS = 3_000;

/** Changes that triggers announce on a channel, whichever process makes them; `read` reads what they say. */
const changesOn = <Changed>(
  db: Heard,
  channel: string,
  read: (payload: string) => Changed | null,
): Changes<Changed> => ({
  listen: (changed) =>
    db.listen(channel, { onPayload: (payload) => changed(read(payload)), onGap: () => changed(null) }),
  isCurrent: () => db.silentMs() < CURRENT_MS,
});

/** Changes of installs and of their tokens (subgraphs/apps/installs/store/functions.sql). */
export const installChanges = (db: Heard): InstallChanges =>
  changesOn(db, 'installs', (payload) => (payload === '' ? null : Number(payload)));

/** Changes of who may do what in the panel (subgraphs/apps/identity/store/functions.sql). */
export const accessChanges = (db: Heard): Changes<AccessChange> =>
  changesOn(db, 'access', (payload) => {
    const [of, id] = payload.split(' ');
    return of === 'account' || of === 'team' ? { of, id: Number(id) } : null;
  });
