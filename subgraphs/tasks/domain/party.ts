/**
 * Who acts on a task, as events and `Task.assignedBy` name them: an app by its slug, the host (any user of the team), or the
 * platform itself (the fallback, a cancelled booking).
 */
export type Party = `app:${string}` | 'host' | 'platform';

/** The three columns of the table in docs/interface/tasks.md#states. */
export type Role = 'app' | 'host' | 'platform';

/** The role a party acts in. */
export function roleOf(party: Party): Role {
  return party === 'host' || party === 'platform' ? party : 'app';
}

/** The party an app is. */
export const appParty = (slug: string): Party => `app:${slug}`;
