import { msg, t } from '@lingui/core/macro';
import type { Tone } from '../../components/status-badge.tsx';
import { translated } from '../../i18n/translated.ts';
import type { StorefrontStatus, TeamStatus } from './generated.ts';

/** A storefront's status, as shown by a badge. */
export const STOREFRONT_STATES: Readonly<Record<StorefrontStatus, readonly [Tone, string]>> = translated({
  draft: ['waiting', msg`Draft`],
  live: ['good', msg`Live`],
  paused: ['bad', msg`Paused`],
  closed: ['over', msg({ message: 'Closed', context: 'team' })],
});

/** A team's status, as shown by a badge. */
export const TEAM_STATES: Readonly<Record<TeamStatus, readonly [Tone, string]>> = translated({
  active: ['good', msg`Active`],
  closing: ['waiting', msg`Closing`],
  closed: ['over', msg({ message: 'Closed', context: 'team' })],
});

/** A suspended team, whatever its status. */
export const SUSPENDED: readonly [Tone, string] = translated(['bad', msg`Suspended`]);

/** `All` and one choice for each status, for a filter. */
export const choicesOf = (states: Readonly<Record<string, readonly [Tone, string]>>) => [
  { value: 'all', label: t`All` },
  ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
];
