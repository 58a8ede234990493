import type { Viewer } from './viewer.ts';

/** Properties of the team that a host's membership is limited to; null where it reaches all of them, as everyone else does. */
export const propertyLimits = (viewer: Viewer): readonly number[] | null =>
  viewer.kind === 'hostUser' ? (viewer.propertyIds ?? null) : null;
