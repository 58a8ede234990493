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
    <Page title="Settings" lead="Settings for the whole team.">
      <OnlyFor roles={[]}>
        <TeamSettings key={slug} />
      </OnlyFor>
      <Panel title="Set-up steps">
        <Text size="sm" mb="md">
          The steps from an empty team to the first booking. You can change what you entered there.
        </Text>
        <Button component={Link} href="/welcome" variant="default">
          Open the steps
        </Button>
      </Panel>
      <Panel title="For developers">
        <Text size="sm" mb="md">
          Build apps for your own teams or for the app store.
        </Text>
        <Button component={Link} href="/developer" variant="default">
          Develop apps
        </Button>
      </Panel>
      <OnlyFor roles={[]}>
        <CloseTeam key={slug} />
      </OnlyFor>
    </Page>
  );
}
