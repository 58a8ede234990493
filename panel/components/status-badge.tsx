import { Badge } from '@mantine/core';

/** The tone of a state: good, waiting, over, or wrong. */
export type Tone = 'good' | 'waiting' | 'over' | 'bad';

const COLORS: Readonly<Record<Tone, string>> = { good: 'lake', waiting: 'yellow', over: 'gray', bad: 'red' };

/** A state in a word. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <Badge variant="light" color={COLORS[tone]}>
      {children}
    </Badge>
  );
}
