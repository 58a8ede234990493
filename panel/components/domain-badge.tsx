import type { DomainStatus } from '../features/storefronts/generated.ts';
import { StatusBadge, type Tone } from './status-badge.tsx';

const STATES: Readonly<Record<DomainStatus, readonly [tone: Tone, word: string]>> = {
  pending: ['waiting', 'Waiting for the TXT record'],
  verified: ['waiting', 'Verified'],
  active: ['good', 'Active'],
  failing: ['bad', 'Records missing'],
  removed: ['over', 'Removed'],
};

/** Status of a host's own domain. */
export function DomainBadge({ status }: { readonly status: DomainStatus }) {
  const [tone, word] = STATES[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
