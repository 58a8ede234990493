import { msg } from '@lingui/core/macro';
import type { DomainStatus } from '../features/storefronts/generated.ts';
import { translated } from '../i18n/translated.ts';
import { StatusBadge, type Tone } from './status-badge.tsx';

const STATES: Readonly<Record<DomainStatus, readonly [tone: Tone, word: string]>> = translated({
  pending: ['waiting', msg`Waiting for the TXT record`],
  verified: ['waiting', msg`Verified`],
  active: ['good', msg`Active`],
  failing: ['bad', msg`Records missing`],
  removed: ['over', msg`Removed`],
});

/** Status of a host's own domain. */
export function DomainBadge({ status }: { readonly status: DomainStatus }) {
  const [tone, word] = STATES[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
