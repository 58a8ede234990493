import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface SaveRowProps {
  readonly label?: string;
  readonly disabled: boolean;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  /** Other actions for the form. */
  readonly children?: ReactNode;
}

/** A form's last row: the save button, and a confirmation after saving. */
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
