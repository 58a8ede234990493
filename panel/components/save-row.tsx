import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
export function SaveRow({ label = t`Save`, disabled, isSaving, isSaved, children }: SaveRowProps) {
  return (
    <Group>
      <Button type="submit" disabled={disabled} loading={isSaving}>
        {label}
      </Button>
      {children}
      {isSaved && (
        <Text size="sm" role="status">
          <Trans>Saved.</Trans>
        </Text>
      )}
    </Group>
  );
}
