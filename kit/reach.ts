import type { Viewer } from './viewer.ts';

/**
 * Returns the team's properties that a host's membership is limited to; null for an unlimited membership and
 * for every other viewer kind.
 */
export const propertyLimits = (viewer: Viewer): readonly number[] | null =>
  viewer.kind === 'hostUser' ? (viewer.propertyIds ?? null) : null;
