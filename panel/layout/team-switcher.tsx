import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useSession } from './session.tsx';

/** Which team's data the panel shows, and the others to choose from. */
export function TeamSwitcher() {
  const { teams, team, chooseTeam } = useSession();
  if (teams.length < 2) return <Text fw={600}>{team.name}</Text>;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`Team: ${team.name}`}
        >
          {team.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Choose a team">
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
      </Menu.Dropdown>
    </Menu>
  );
}
