import { Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { Panel } from '../../components/panel.tsx';
import { useTeam } from '../../layout/session.tsx';
import { invitationCreateDocument } from './generated.ts';
import { SecretForm } from './secret-form.tsx';

/** Creates a link with which one person can join the team. */
export function NewInvitation() {
  const { name: team } = useTeam();
  const { mutateAsync, isPending, error } = useTeamMutation(invitationCreateDocument);
  const make = async (name: string) => {
    const { path } = (await mutateAsync({ input: { name } })).teamInvitationCreate;
    return path === null ? null : new URL(path, location.origin).href;
  };
  return (
    <Panel title="Invite someone">
      <Text size="sm" mb="md">
        You get a link that works once, for 7 days. Share it only with the person it is for: anyone who opens
        it can join {team} with the same rights as you.
      </Text>
      <SecretForm
        label="Who it is for"
        placeholder="Sam from the front desk"
        submit="Create link"
        secretLabel="invitation link"
        {...{ make, isPending, error }}
      />
    </Panel>
  );
}
