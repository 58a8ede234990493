import type { SubgraphContext } from '#db/context.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';

/** The storefront and surface on which a session was created. */
export type StorefrontSurface = Pick<ViewerOf<'agent'>, 'storefrontId' | 'surface'>;

/** Returns the calling agent. `@access` blocks other viewers from the fields that use it. */
export function agentOf({ viewer }: SubgraphContext): ViewerOf<'agent'> {
  if (viewer.kind !== 'agent') throw new Error(`Expected an agent, not a viewer of kind ${viewer.kind}.`);
  return viewer;
}

/** Returns the calling app as an inbox provider. `@access` blocks other viewers from the fields that use it. */
export function inboxOf({ viewer }: SubgraphContext): ViewerOf<'app'> {
  if (viewer.kind !== 'app') throw new Error(`Expected an app, not a viewer of kind ${viewer.kind}.`);
  return viewer;
}

/** Returns the team an app or host acts for; null for a viewer without a team. */
export function teamOf(viewer: Viewer): number | null {
  return viewer.kind === 'app' || viewer.kind === 'hostUser' ? viewer.teamId : null;
}

/** Author of entered bookings. */
export interface Author {
  readonly teamId: number;
  /** Null for a host. */
  readonly installId: number | null;
}

/** Returns a call's author; null for a host without a selected team. */
export function authorOf({ viewer }: Pick<SubgraphContext, 'viewer'>): Author | null {
  if (viewer.kind === 'app') return { teamId: viewer.teamId, installId: viewer.installId };
  if (viewer.kind !== 'hostUser' || viewer.teamId === null) return null;
  return { teamId: viewer.teamId, installId: null };
}
