import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Group, Stack } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { BroughtTaskTypes } from '../../components/brought-task-types.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Permissions } from '../../components/permissions.tsx';
import { type InstalledAppQuery, permissionsApproveDocument } from './generated.ts';

type Install = NonNullable<InstalledAppQuery['install']>;

type NewPermissionsProps = Pick<Install, 'app' | 'permissions' | 'taskTypes'>;

/** Permission that an app needs before it can add task types. */
const ADDS_TASKS = 'register_task_types';

/** Permissions the app requests but doesn't hold, and the button that grants them; hidden if empty. */
export function NewPermissions({ app, permissions, taskTypes }: NewPermissionsProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(permissionsApproveDocument);
  const asked = permissions.filter(({ isNew }) => isNew);
  if (!asked.length) return null;
  return (
    <Alert color="yellow" variant="light" title={t`${app.name} requests more permissions`}>
      <Stack>
        <Permissions permissions={asked} markNew={false} />
        {asked.some(({ name }) => name === ADDS_TASKS) && <BroughtTaskTypes taskTypes={taskTypes} />}
        <Group>
          <ConfirmButton
            size="xs"
            title={t`Allow ${app.name} more?`}
            text={t`${app.name} will be able to: ${asked.map(({ title }) => title.toLowerCase()).join('; ')}. Until you allow it, nothing changes.`}
            confirmLabel={t`Allow`}
            destructive={false}
            onConfirm={() => mutateAsync({ slug: app.slug, permissions: asked.map(({ name }) => name) })}
            isPending={isPending}
            error={error}
          >
            <Trans>Review and allow</Trans>
          </ConfirmButton>
        </Group>
      </Stack>
    </Alert>
  );
}
