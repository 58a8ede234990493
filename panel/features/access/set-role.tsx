import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { type MemberFragment, memberRoleSetDocument } from './generated.ts';
import { RoleSelect } from './role-select.tsx';

/** Changes a member's role immediately. */
export function SetRole({ member: { id, name, role } }: { readonly member: MemberFragment }) {
  const { mutate, isPending, error } = useTeamMutation(memberRoleSetDocument, { changesTeams: true });
  return (
    <Stack gap="xs">
      <RoleSelect
        label={t`Role of ${name}`}
        isLabelHidden
        value={role}
        onChange={(next) => mutate({ id, role: next })}
        disabled={isPending}
      />
      <ErrorNote error={error} />
    </Stack>
  );
}
