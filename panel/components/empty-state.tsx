import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './components.module.css';
import { useHeadingLevel } from './heading-level.ts';

interface EmptyStateProps {
  readonly title: string;
  /** Why the list is empty, and how to fill it. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Placeholder for an empty list. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack className={classes.empty ?? ''} align="center" gap="xs">
      <Title order={useHeadingLevel()} size="h5">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw={460} ta="center">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
