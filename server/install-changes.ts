import type { Database } from '#db/database.ts';
import type { InstallChanges } from '#gateway/http/callers.ts';

/** PostgreSQL is heard of every second; a connection that is silent for longer may have been cut without a word. */
const CURRENT_MS = 3_000;

/** Changes of installs and of their tokens, whichever process makes them: triggers announce them (subgraphs/apps/installs/store). */
export const installChanges = (db: Pick<Database, 'listen' | 'silentMs'>): InstallChanges => ({
  listen: (changed) =>
    db.listen('installs', {
      onPayload: (payload) => changed(payload === '' ? null : Number(payload)),
      onGap: () => changed(null),
    }),
  isCurrent: () => db.silentMs() < CURRENT_MS,
});
