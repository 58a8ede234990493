import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useSession } from './session.tsx';

/** The team shown in the panel, and the other teams to choose from. */
export function TeamSwitcher() {
  const { teams, team, chooseTeam } = useSession();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          miw={0}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={t`Team: ${team.name || t`No team`}`}
        >
          <Text span inherit truncate>
            {team.name || t`No team`}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Choose a team`}>
        {teams.map(({ slug, name }) => (
          <Menu.Item
            key={slug}
            onClick={() => chooseTeam(slug)}
            leftSection={slug === team.slug ? <IconCheck size={16} aria-hidden /> : <span />}
            aria-current={slug === team.slug ? 'true' : undefined}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} href="/new-team" leftSection={<IconPlus size={16} aria-hidden />}>
          <Trans>Create a team</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
