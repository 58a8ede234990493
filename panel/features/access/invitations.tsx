import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { useRowPager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { roleName } from '../../format/roles.ts';
import { useTeam } from '../../layout/session.tsx';
import { type InvitationFragment, invitationRevokeDocument, invitationsOfDocument } from './generated.ts';

const COLUMNS: readonly Column<InvitationFragment>[] = [
  {
    title: 'For',
    cell: ({ name, email }) => (
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {email && (
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        )}
      </div>
    ),
  },
  { title: 'Role', cell: ({ role }) => roleName(role) },
  { title: 'Status', cell: ({ status }) => STATUSES[status] },
  { title: 'Created by', cell: ({ invitedBy }) => invitedBy },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Expires', cell: ({ expiresAt }) => instant(expiresAt) },
  {
    title: '',
    numeric: true,
    cell: (invitation) => invitation.status === 'waiting' && <Revoke invitation={invitation} />,
  },
];

const STATUSES: Readonly<Record<InvitationFragment['status'], string>> = {
  waiting: 'Open',
  accepted: 'Accepted',
  revoked: 'Revoked',
  expired: 'Expired',
};

/** Unused invitations; optionally also those from the last 30 days. */
export function Invitations() {
  const { slug } = useTeam();
  const [ended, setEnded] = useState(false);
  const { data, error, refetch } = useTeamQuery(invitationsOfDocument, { ended }, { refreshMs: LIVE_MS });
  const { rows, pager } = useRowPager(data?.teamInvitations, slug);
  return (
    <Section title={ended ? 'Invitations' : 'Open invitations'}>
      <DataTable
        label="Invitations"
        columns={COLUMNS}
        read={{ data: rows, error, refetch }}
        rowKey={({ id }) => id}
        empty={{
          title: 'No invitations',
          text: 'Invite someone: their link appears here until they use it.',
        }}
        isTitled
        pager={pager}
      />
      <Switch
        label="Show used, revoked and expired invitations from the last 30 days"
        checked={ended}
        onChange={(event) => setEnded(event.currentTarget.checked)}
        mt="sm"
      />
    </Section>
  );
}

function Revoke({ invitation: { id, name } }: { readonly invitation: InvitationFragment }) {
  const { mutateAsync, isPending, error } = useTeamMutation(invitationRevokeDocument);
  return (
    <ConfirmButton
      size="xs"
      title={`Revoke the invitation for ${name}?`}
      text="Its link stops working immediately. You can create another one."
      confirmLabel="Revoke"
      onConfirm={() => mutateAsync({ id })}
      isPending={isPending}
      error={error}
    >
      Revoke
    </ConfirmButton>
  );
}
