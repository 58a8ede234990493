import { StatusBadge, type Tone } from './status-badge.tsx';

const WORDS = {
  draft: ['over', 'Draft'],
  in_review: ['waiting', 'In review'],
  approved: ['good', 'Approved'],
  rejected: ['bad', 'Rejected'],
  withdrawn: ['over', 'Withdrawn'],
} as const satisfies Record<string, readonly [Tone, string]>;

/** Review status of an app version. */
export function VersionBadge({ status }: { readonly status: keyof typeof WORDS }) {
  const [tone, word] = WORDS[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
