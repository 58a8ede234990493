import type { Viewer } from './viewer.ts';

/**
 * Returns the team's properties that a host's membership is limited to; null if it isn't limited, as for
 * everyone else.
 */
export const propertyLimits = (viewer: Viewer): readonly number[] | null =>
  viewer.kind === 'hostUser' ? (viewer.propertyIds ?? null) : null;
