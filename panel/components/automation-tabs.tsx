import { Anchor, Group } from '@mantine/core';
import { Link, useRoute } from 'wouter';

const PAGES = [
  { path: '/automation', label: 'Tasks' },
  { path: '/automation/messages', label: 'Messages' },
] as const;

/** Links between the pages under *Automation*. */
export function AutomationTabs() {
  return (
    <Group component="nav" aria-label="Automation" gap="md">
      {PAGES.map((page) => (
        <Tab key={page.path} {...page} />
      ))}
    </Group>
  );
}

function Tab({ path, label }: (typeof PAGES)[number]) {
  const [isHere] = useRoute(path);
  return (
    <Anchor
      component={Link}
      href={path}
      fw={isHere ? 700 : 400}
      underline={isHere ? 'always' : 'hover'}
      aria-current={isHere ? 'page' : undefined}
    >
      {label}
    </Anchor>
  );
}
