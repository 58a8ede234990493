import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useTeam } from '../../layout/session.tsx';
import { type MemberFragment, memberRemoveDocument } from './generated.ts';

interface RemoveMemberProps {
  readonly member: Pick<MemberFragment, 'id' | 'name'>;
  readonly isYou: boolean;
}

/** Removes a member, possibly the signed-in person, from the team after confirmation. */
export function RemoveMember({ member: { id, name }, isYou }: RemoveMemberProps) {
  const { name: team } = useTeam();
  const [opened, { open, close }] = useDisclosure(false);
  const { mutateAsync, isPending, error } = useTeamMutation(memberRemoveDocument, { changesTeams: isYou });
  const [title, verb, text] = isYou
    ? [
        t`Leave ${team}?`,
        t`Leave`,
        t`You lose access to ${team} immediately, in the panel and through access tokens. Invitations from you stop working, and private apps you develop are uninstalled from ${team}.`,
      ]
    : [
        t`Remove ${name} from ${team}?`,
        t`Remove`,
        t`${name} loses access to ${team} immediately, in the panel and through access tokens. Invitations from them stop working, and private apps they develop are uninstalled from ${team}.`,
      ];
  return (
    <>
      <RowMenu label={t`Actions for ${name}`}>
        <Menu.Item c="var(--mantine-color-error)" onClick={open}>
          {verb}…
        </Menu.Item>
      </RowMenu>
      <ConfirmDialog
        {...{ opened, close }}
        title={title}
        text={text}
        confirmLabel={verb}
        onConfirm={() => mutateAsync({ id })}
        isPending={isPending}
        error={error}
      />
    </>
  );
}
