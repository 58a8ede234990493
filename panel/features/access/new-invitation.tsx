import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TeamRole } from '../../api/client.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { invitableBy } from '../../format/roles.ts';
import { useTeam } from '../../layout/session.tsx';
import { invitationCreateDocument } from './generated.ts';
import { RoleSelect } from './role-select.tsx';

/** Creates an invitation link that lets one person join the team with a role. */
export function NewInvitation({ onClose }: { readonly onClose: () => void }) {
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
      },
      () => {
        // The form shows the error below: see `error`.
      },
    );
  };
  return (
    <OpenDialog onClose={onClose} title={t`Invite someone to ${team}`} centered>
      {link ? (
        <SecretOnce label={t`invitation link`} secret={link} onDone={onClose} />
      ) : (
        <Form error={error} onSubmit={invite}>
          <Stack gap="md">
            <Text size="sm">
              <Trans>You'll get a link that works once, within 7 days.</Trans>
            </Text>
            <TextInput
              field="name"
              label={t`Who it's for`}
              placeholder={t`Sam from the front desk`}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <RoleSelect label={t`Role`} roles={invitableBy(yours)} value={role} onChange={setRole} />
            <TextInput
              field="email"
              label={t`Email (optional)`}
              description={t`If you enter one, only an account with this address can use the link.`}
              type="email"
              placeholder="sam@example.com"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <ErrorNote error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" disabled={!name.trim()} loading={isPending}>
                <Trans>Create link</Trans>
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </OpenDialog>
  );
}
