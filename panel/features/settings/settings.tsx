import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { Link } from 'wouter';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTeam } from '../../layout/session.tsx';
import { CloseTeam, TeamSettings } from '../access/team-settings.tsx';

/** The team's settings, and ways to pages that a host seldom needs. */
export function SettingsPage() {
  const { slug } = useTeam();
  return (
    <Page title={t`Settings`} lead={t`Settings for the whole team.`}>
      <OnlyFor roles={[]}>
        <TeamSettings key={slug} />
      </OnlyFor>
      <Panel title={t`Set-up steps`}>
        <Text size="sm" mb="md">
          <Trans>
            The steps from an empty team to the first booking. You can change what you entered there.
          </Trans>
        </Text>
        <Button component={Link} href="/welcome" variant="default">
          <Trans>Open the steps</Trans>
        </Button>
      </Panel>
      <Panel title={t`For developers`}>
        <Text size="sm" mb="md">
          <Trans>Build apps for your own teams or for the app store.</Trans>
        </Text>
        <Button component={Link} href="/developer" variant="default">
          <Trans>Develop apps</Trans>
        </Button>
      </Panel>
      <OnlyFor roles={[]}>
        <CloseTeam key={slug} />
      </OnlyFor>
    </Page>
  );
}
