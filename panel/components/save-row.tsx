import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface SaveRowProps {
  readonly label?: string;
  readonly disabled: boolean;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  /** What else can be done with the form. */
  readonly children?: ReactNode;
}

/** The end of a form: the save button, and a confirmation once saved. */
export function SaveRow({ label = 'Save', disabled, isSaving, isSaved, children }: SaveRowProps) {
  return (
    <Group>
      <Button type="submit" disabled={disabled} loading={isSaving}>
        {label}
      </Button>
      {children}
      {isSaved && (
        <Text size="sm" role="status">
          Saved.
        </Text>
      )}
    </Group>
  );
}
