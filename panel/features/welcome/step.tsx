import { Group, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  /** What came of it, once it is done. */
  readonly result: string | undefined;
  /** Its form while it is the next step. */
  readonly children: ReactNode;
}

/** One step of the way: its number until it is done, then a tick and what came of it. */
export function Step({ number, title, done, result, children }: StepProps) {
  return (
    <Paper component="section" p="lg" withBorder aria-label={title}>
      <Group gap="md" wrap="nowrap" align="flex-start">
        <ThemeIcon radius="xl" size="lg" variant={done ? 'filled' : 'default'} aria-hidden>
          {done ? <IconCheck size={18} /> : number}
        </ThemeIcon>
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {done ? `Done: ${result ?? ''}` : !children && 'Comes after the steps above.'}
          </Text>
        </div>
      </Group>
      {children}
    </Paper>
  );
}
