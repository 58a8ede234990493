import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { useRowPager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { roleName } from '../../format/roles.ts';
import { translated } from '../../i18n/translated.ts';
import { useTeam } from '../../layout/session.tsx';
import { type InvitationFragment, invitationRevokeDocument, invitationsOfDocument } from './generated.ts';

const COLUMNS: readonly Column<InvitationFragment>[] = [
  {
    title: msg`For`,
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
  { title: msg`Role`, cell: ({ role }) => roleName(role) },
  { title: msg`Status`, cell: ({ status }) => STATUSES[status] },
  { title: msg`Created by`, cell: ({ invitedBy }) => invitedBy },
  { title: msg`Created`, cell: ({ createdAt }) => instant(createdAt) },
  { title: msg`Expires`, cell: ({ expiresAt }) => instant(expiresAt) },
  {
    title: '',
    numeric: true,
    cell: (invitation) => invitation.status === 'waiting' && <Revoke invitation={invitation} />,
  },
];

const STATUSES: Readonly<Record<InvitationFragment['status'], string>> = translated({
  waiting: msg({ message: 'Open', context: 'status' }),
  accepted: msg`Accepted`,
  revoked: msg`Revoked`,
  expired: msg`Expired`,
});

/** Unused invitations; optionally also those from the last 30 days. */
export function Invitations() {
  const { slug } = useTeam();
  const [ended, setEnded] = useState(false);
  const { data, error, refetch } = useTeamQuery(invitationsOfDocument, { ended }, { refreshMs: LIVE_MS });
  const { rows, pager } = useRowPager(data?.teamInvitations, slug);
  return (
    <Section title={ended ? t`Invitations` : t`Open invitations`}>
      <DataTable
        label={t`Invitations`}
        columns={COLUMNS}
        read={{ data: rows, error, refetch }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No invitations`,
          text: t`Invite someone: their link appears here until they use it.`,
        }}
        isTitled
        pager={pager}
      />
      <Switch
        label={t`Show used, revoked and expired invitations from the last 30 days`}
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
      title={t`Revoke the invitation for ${name}?`}
      text={t`Its link stops working immediately. You can create another one.`}
      confirmLabel={t`Revoke`}
      onConfirm={() => mutateAsync({ id })}
      isPending={isPending}
      error={error}
    >
      <Trans>Revoke</Trans>
    </ConfirmButton>
  );
}
