import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { roleName } from '../../format/roles.ts';
import { isOneOf, useSession } from '../../layout/session.tsx';
import { Invitations } from './invitations.tsx';
import { Leave } from './leave.tsx';
import { Members } from './members.tsx';
import { NewInvitation } from './new-invitation.tsx';

/** The team's members and open invitations; members without rights to see them see their own role. */
export function AccessPage() {
  const { account, team } = useSession();
  const [isInviting, inviting] = useDisclosure(false);
  const isManager = isOneOf(team, ['manager']);
  return (
    <Page
      title={t`Team`}
      lead={
        isManager ? t`The people who work at ${team.name}, and their roles.` : t`Your role at ${team.name}.`
      }
      actions={
        isManager && (
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={inviting.open}>
            <Trans>Invite someone</Trans>
          </Button>
        )
      }
    >
      {isManager && (
        <>
          <Members key={`members of ${team.slug}`} />
          <Invitations />
          {isInviting && <NewInvitation onClose={inviting.close} />}
        </>
      )}
      {!isManager && (
        <>
          <Panel title={t`You`}>
            <Facts
              facts={[
                [t`Name`, account.name],
                [t`Email`, account.email],
                [t`Role`, roleName(team.role)],
              ]}
            />
          </Panel>
          <Leave />
        </>
      )}
    </Page>
  );
}
