import { Text } from '@mantine/core';
import { useChange } from '../../api/hooks.ts';
import { Panel } from '../../parts/panel.tsx';
import { useTeam } from '../../shell/session.tsx';
import { invitationCreate } from './generated.ts';
import { SecretForm } from './secret-form.tsx';

/** Makes a link by which one person joins the team. */
export function NewInvitation() {
  const { name: team } = useTeam();
  const { mutateAsync, isPending, error } = useChange(invitationCreate);
  const make = async (name: string) => {
    const { path } = (await mutateAsync({ input: { name } })).teamInvitationCreate;
    return path === null ? null : new URL(path, location.origin).href;
  };
  return (
    <Panel title="Invite somebody">
      <Text size="sm" mb="md">
        You get a link that works once and for 7 days. Give it to the one it is for: whoever opens it can join{' '}
        {team} and do there what you can.
      </Text>
      <SecretForm
        label="Who it is for"
        placeholder="Sam from the front desk"
        submit="Make a link"
        secretLabel="invitation link"
        {...{ make, isPending, error }}
      />
    </Panel>
  );
}
