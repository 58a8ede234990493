import { Trans } from '@lingui/react/macro';
import { Badge, Group, List, Text } from '@mantine/core';

interface Permission {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly isNew: boolean;
}

interface PermissionsProps {
  readonly permissions: readonly Permission[];
  /** False if the app requests all of them for the first time; no permission is then highlighted as new. */
  readonly markNew?: boolean;
}

/** Readable list of an app's granted or requested permissions. */
export function Permissions({ permissions, markNew = true }: PermissionsProps) {
  if (!permissions.length)
    return (
      <Text>
        <Trans>Nothing. It can only see that it's connected.</Trans>
      </Text>
    );
  return (
    <List listStyleType="none" spacing="sm">
      {permissions.map(({ name, title, text, isNew }) => (
        <List.Item key={name}>
          <Group gap="xs">
            <Text fw={600}>{title}</Text>
            {markNew && isNew && (
              <Badge variant="light" color="yellow" size="sm">
                <Trans>New</Trans>
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
