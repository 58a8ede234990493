import type { IslandContext } from '#db/context.ts';
import type { ViewerOf } from '#kit/viewer.ts';

/** Where a session belongs: a storefront, and the door of it that the session was made at. */
export type Door = Pick<ViewerOf<'agent'>, 'storefrontId' | 'surface'>;

/** The agent who calls. `@access` lets nobody else reach the fields that ask. */
export function agentOf({ viewer }: IslandContext): ViewerOf<'agent'> {
  if (viewer.kind !== 'agent') throw new Error(`An agent was expected, not a viewer of kind ${viewer.kind}.`);
  return viewer;
}
