import { Badge } from '@mantine/core';

/** A status badge's tone: good, waiting, over or bad. */
export type Tone = 'good' | 'waiting' | 'over' | 'bad';

const COLORS: Readonly<Record<Tone, string>> = { good: 'lake', waiting: 'yellow', over: 'gray', bad: 'red' };

/** Badge with a one-word status. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <Badge variant="light" color={COLORS[tone]}>
      {children}
    </Badge>
  );
}
