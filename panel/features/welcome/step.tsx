import { Group, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  /** The completed step's result. */
  readonly result: string | undefined;
  /** The step's form, shown while it's the next step. */
  readonly children: ReactNode;
}

/** One setup step: its number until it's done, then a tick and its result. */
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
            {done ? `Done: ${result ?? ''}` : !children && 'Finish the steps above first.'}
          </Text>
        </div>
      </Group>
      {children}
    </Paper>
  );
}
