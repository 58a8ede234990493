import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { slugOf } from '../../format/slug.ts';
import { useSession } from '../../layout/session.tsx';
import { newTeamDocument } from './generated.ts';

/** Creates a team owned by the person: the first step for anyone without a team. */
export function NewTeamPage() {
  const { teams, chooseTeam } = useSession();
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const slug = typed ?? slugOf(name);
  const { mutateAsync, isPending, error } = useTeamMutation(newTeamDocument, { changesTeams: true });
  const create = (event: FormEvent) => {
    event.preventDefault();
    mutateAsync({ input: { name: name.trim(), slug } }).then(
      () => {
        chooseTeam(slug);
        go('/welcome');
      },
      () => {
        // The form shows the error below: see `error`.
      },
    );
  };
  return (
    <Page
      title={teams.length === 0 ? t`Create your team` : t`Create a team`}
      lead={t`A team is your company: its properties, people and bookings.`}
    >
      <Panel title={t`New team`}>
        <Form error={error} onSubmit={create}>
          <Stack gap="md" maw={420}>
            <TextInput
              field="name"
              label={t`Name`}
              placeholder="Bay Rooms"
              maxLength={100}
              required
              autoComplete="organization"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TextInput
              field="slug"
              label={t`Slug`}
              description={t`3 to 50 lowercase letters, digits and hyphens. It can't be changed later.`}
              maxLength={50}
              required
              autoComplete="off"
              value={slug}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <ErrorNote error={error} />
            <Button type="submit" disabled={!name.trim() || slug.length < 3} loading={isPending}>
              <Trans>Create team</Trans>
            </Button>
            <Text size="sm" c="dimmed">
              <Trans>You'll be its owner. You can invite people and give them roles afterwards.</Trans>
            </Text>
          </Stack>
        </Form>
      </Panel>
    </Page>
  );
}
