import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TeamRole } from '../../api/client.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { invitableBy } from '../../format/roles.ts';
import { useTeam } from '../../layout/session.tsx';
import { invitationCreateDocument } from './generated.ts';
import { RoleSelect } from './role-select.tsx';

/** Creates an invitation link that lets one person join the team with a role. */
export function NewInvitation() {
  const { name: team, role: yours } = useTeam();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<TeamRole>('front_desk');
  const [link, setLink] = useState<string | null>(null);
  const { mutateAsync, isPending, error } = useTeamMutation(invitationCreateDocument);
  const invite = (event: FormEvent) => {
    event.preventDefault();
    const input = { name: name.trim(), role, ...(email.trim() && { email: email.trim() }) };
    mutateAsync({ input }).then(
      ({ teamInvitationCreate: { path } }) => {
        setLink(path && new URL(path, location.origin).href);
        setName('');
        setEmail('');
      },
      () => {
        // The form shows the error below: see `error`.
      },
    );
  };
  return (
    <Panel title="Invite someone">
      <Text size="sm" mb="md">
        You'll get a link to {team} that works once, within 7 days. If you enter an email address, only an
        account with that address can use it.
      </Text>
      <Stack gap="md">
        <form onSubmit={invite}>
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
              <TextInput
                label="Who it's for"
                placeholder="Sam from the front desk"
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <TextInput
                label="Email (optional)"
                type="email"
                placeholder="sam@example.com"
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <RoleSelect label="Role" roles={invitableBy(yours)} value={role} onChange={setRole} />
            </SimpleGrid>
            <Group>
              <Button type="submit" disabled={!name.trim()} loading={isPending}>
                Create link
              </Button>
            </Group>
          </Stack>
        </form>
        <ErrorNote error={error} />
        {link && <SecretOnce label="invitation link" secret={link} onDone={() => setLink(null)} />}
      </Stack>
    </Panel>
  );
}
