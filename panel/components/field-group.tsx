import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './components.module.css';

interface FieldGroupProps {
  readonly title: string;
  /** The group's purpose, in a sentence. */
  readonly lead?: string;
  readonly children: ReactNode;
}

/** Fields of a form that belong together, below a title that screen readers announce with them. */
export function FieldGroup({ title, lead, children }: FieldGroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {lead && (
        <Text size="sm" c="dimmed" mb="sm">
          {lead}
        </Text>
      )}
      <Stack gap="md">{children}</Stack>
    </fieldset>
  );
}
