import { msg } from '@lingui/core/macro';
import { translated } from '../i18n/translated.ts';
import { StatusBadge, type Tone } from './status-badge.tsx';

const WORDS = translated({
  draft: ['over', msg`Draft`],
  in_review: ['waiting', msg`In review`],
  approved: ['good', msg`Approved`],
  rejected: ['bad', msg`Rejected`],
  withdrawn: ['over', msg`Withdrawn`],
}) satisfies Record<string, readonly [Tone, string]>;

/** Review status of an app version. */
export function VersionBadge({ status }: { readonly status: keyof typeof WORDS }) {
  const [tone, word] = WORDS[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
