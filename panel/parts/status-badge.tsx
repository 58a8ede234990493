import { Badge } from '@mantine/core';

/** How a state is to be taken: done well, somebody waits, over, or wrong. */
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
