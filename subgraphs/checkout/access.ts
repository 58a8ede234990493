import type { SubgraphContext } from '#db/context.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';

/** Where a session belongs: a storefront, and the surface of it that the session was made at. */
export type StorefrontSurface = Pick<ViewerOf<'agent'>, 'storefrontId' | 'surface'>;

/** The agent who calls. `@access` lets no one else reach the fields that ask. */
export function agentOf({ viewer }: SubgraphContext): ViewerOf<'agent'> {
  if (viewer.kind !== 'agent') throw new Error(`An agent was expected, not a viewer of kind ${viewer.kind}.`);
  return viewer;
}

/** The app that calls, as the provider of an inbox. `@access` lets no one else reach the fields that ask. */
export function inboxOf({ viewer }: SubgraphContext): ViewerOf<'app'> {
  if (viewer.kind !== 'app') throw new Error(`An app was expected, not a viewer of kind ${viewer.kind}.`);
  return viewer;
}

/** The team an app or a host acts for; null for a viewer without one. */
export function teamOf(viewer: Viewer): number | null {
  return viewer.kind === 'app' || viewer.kind === 'hostUser' ? viewer.teamId : null;
}

/** Who enters bookings. */
export interface Author {
  readonly teamId: number;
  /** Null for a host. */
  readonly installId: number | null;
}

/** The author of a call; null for a host that chose no team. */
export function authorOf({ viewer }: Pick<SubgraphContext, 'viewer'>): Author | null {
  if (viewer.kind === 'app') return { teamId: viewer.teamId, installId: viewer.installId };
  if (viewer.kind !== 'hostUser' || viewer.teamId === null) return null;
  return { teamId: viewer.teamId, installId: null };
}
