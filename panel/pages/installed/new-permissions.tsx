import { Alert, Group, Stack } from '@mantine/core';
import { useChange } from '../../api/hooks.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Permissions } from '../../parts/permissions.tsx';
import { type InstalledAppQuery, permissionsApprove } from './generated.ts';

type Install = NonNullable<InstalledAppQuery['install']>;

/** What the app asks for beyond what it was given, and the button that gives it; nothing where it asks for nothing. */
export function NewPermissions({ app, permissions }: Pick<Install, 'app' | 'permissions'>) {
  const { mutateAsync, isPending, error } = useChange(permissionsApprove);
  const asked = permissions.filter(({ isNew }) => isNew);
  if (!asked.length) return null;
  return (
    <Alert color="yellow" variant="light" title={`${app.name} asks for more`}>
      <Stack>
        <Permissions permissions={asked} markNew={false} />
        <Group>
          <ConfirmButton
            size="xs"
            title={`Allow ${app.name} more?`}
            text={`${app.name} will be able to: ${asked.map(({ title }) => title.toLowerCase()).join('; ')}. Until you allow it, everything goes on as before.`}
            confirmLabel="Allow"
            destructive={false}
            onConfirm={() => mutateAsync({ slug: app.slug, permissions: asked.map(({ name }) => name) })}
            isPending={isPending}
            error={error}
          >
            Review and allow
          </ConfirmButton>
        </Group>
      </Stack>
    </Alert>
  );
}
