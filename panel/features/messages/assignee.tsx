import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import { useTeamMutation, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { SavedSelect } from '../../components/saved-select.tsx';
import { isOneOf, useSession } from '../../layout/session.tsx';
import type { ConversationDetail } from './conversation-detail.ts';
import {
  conversationAssignedDocument,
  conversationTeamDocument,
  ownAccountDocument,
  type TeamRole,
} from './generated.ts';
import { MESSAGE_ROLES } from './roles.ts';

interface AssigneeProps {
  readonly conversation: ConversationDetail;
}

/**
 * A conversation's assignee: managers choose someone on the team, while front desk members take the
 * conversation themselves or give it back.
 */
export function Assignee({ conversation }: AssigneeProps) {
  const { team } = useSession();
  return isOneOf(team, ['manager']) ? (
    <AnyOfTheTeam conversation={conversation} />
  ) : (
    <Mine conversation={conversation} />
  );
}

function AnyOfTheTeam({ conversation: { id, assigneeId } }: AssigneeProps) {
  const assigned = useTeamMutation(conversationAssignedDocument);
  const { data } = useTeamQueryAll(conversationTeamDocument, ({ teamMembers }) => teamMembers);
  const members = (data ?? []).filter(({ role }) => READERS.includes(role));
  return (
    <>
      <SavedSelect
        aria-label={t`Assigned to`}
        saveLabel={t`Assign`}
        size="xs"
        value={assigneeId ?? ''}
        isSaving={assigned.isPending}
        onSave={(accountId) => assigned.mutate({ id, accountId: accountId || null })}
        data={[
          { value: '', label: t`No one` },
          ...members.map((member) => ({ value: member.id, label: member.name })),
        ]}
      />
      <ErrorNote error={assigned.error} />
    </>
  );
}

/** Roles that can read conversations assigned to them. */
const READERS: readonly TeamRole[] = ['owner', ...MESSAGE_ROLES];

function Mine({ conversation: { id, assigneeId } }: AssigneeProps) {
  const { data } = useTeamQuery(ownAccountDocument, {});
  const assigned = useTeamMutation(conversationAssignedDocument);
  const own = data?.account?.id;
  if (own === undefined) return null;
  const isMine = assigneeId === own;
  return (
    <>
      <Group gap="xs">
        <Text size="sm">{assigneeId === null ? t`No one` : isMine ? t`You` : t`A colleague`}</Text>
        <Button
          size="compact-xs"
          variant="default"
          loading={assigned.isPending}
          onClick={() => assigned.mutate({ id, accountId: isMine ? null : own })}
        >
          {isMine ? t`Unassign` : t`Assign to me`}
        </Button>
      </Group>
      <ErrorNote error={assigned.error} />
    </>
  );
}
