import type { Tone } from '../../components/status-badge.tsx';
import type { StorefrontStatus, TeamStatus } from './generated.ts';

/** A storefront's status, as shown by a badge. */
export const STOREFRONT_STATES: Readonly<Record<StorefrontStatus, readonly [Tone, string]>> = {
  draft: ['waiting', 'Draft'],
  live: ['good', 'Live'],
  paused: ['bad', 'Paused'],
  closed: ['over', 'Closed'],
};

/** A team's status, as shown by a badge. */
export const TEAM_STATES: Readonly<Record<TeamStatus, readonly [Tone, string]>> = {
  active: ['good', 'Active'],
  closing: ['waiting', 'Closing'],
  closed: ['over', 'Closed'],
};

/** A suspended team, whatever its status. */
export const SUSPENDED: readonly [Tone, string] = ['bad', 'Suspended'];

/** `All` and one choice for each status, for a filter. */
export const choicesOf = (states: Readonly<Record<string, readonly [Tone, string]>>) => [
  { value: 'all', label: 'All' },
  ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
];
