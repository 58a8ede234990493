import { t } from '@lingui/core/macro';
import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  readonly title: string;
  /** One line below the title. */
  readonly lead?: ReactNode;
  /** Buttons and filters next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page in the panel: its heading, which is also the window's title, and its content. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = t`${title} · Host panel`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="md">
        <div>
          <Title order={1} tabIndex={-1} data-page-title>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mt={4} data-page-lead>
              {lead}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="sm" data-page-actions>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}
