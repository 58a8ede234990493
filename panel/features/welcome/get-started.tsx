import { Button, Group, Progress, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { Panel } from '../../components/panel.tsx';
import { welcomeDocument } from './generated.ts';
import { progressOf, STEPS, type StepName } from './progress.ts';

const WORDS: Readonly<Record<StepName, string>> = {
  storefront: 'open a storefront',
  property: 'add your property',
  unitType: 'add what you rent out',
  photo: 'add photos',
  terms: 'write your terms',
  payment: 'choose how guests pay',
  live: 'go live',
};

/** Progress through the set-up steps, and the next one; hidden once all are done. */
export function GetStarted() {
  const { data } = useTeamQuery(welcomeDocument, {});
  const progress = data && progressOf(data);
  if (!progress?.next) return null;
  const done = STEPS.filter((name) => progress.done[name]).length;
  return (
    <Panel title="Get started">
      <Group justify="space-between" gap="md">
        <Text size="sm">
          {done} of {STEPS.length} steps are done. Next: {WORDS[progress.next]}.
        </Text>
        <Button component={Link} href="/welcome">
          {done === 0 ? 'Start' : 'Continue'}
        </Button>
      </Group>
      <Progress mt="md" value={(100 * done) / STEPS.length} aria-label="Steps done" />
    </Panel>
  );
}
