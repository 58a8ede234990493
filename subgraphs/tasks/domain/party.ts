/**
 * A party acting on a task, as it appears in events and `Task.assignedBy`: an app by its slug, the host (any
 * team member), or the platform itself (the fallback, a cancelled booking).
 */
export type Party = `app:${string}` | 'host' | 'platform';

/** The three columns in docs/interface/tasks.md#states. */
export type Role = 'app' | 'host' | 'platform';

/** Returns a party's role. */
export function roleOf(party: Party): Role {
  return party === 'host' || party === 'platform' ? party : 'app';
}

/** Returns an app's party. */
export const appParty = (slug: string): Party => `app:${slug}`;
