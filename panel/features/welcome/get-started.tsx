import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Progress, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { Panel } from '../../components/panel.tsx';
import { translated } from '../../i18n/translated.ts';
import { welcomeDocument } from './generated.ts';
import { progressOf, STEPS, type StepName } from './progress.ts';

const WORDS: Readonly<Record<StepName, string>> = translated({
  storefront: msg`open a storefront`,
  property: msg`add your property`,
  unitType: msg`add what you rent out`,
  photo: msg`add photos`,
  terms: msg`write your terms`,
  payment: msg`choose how guests pay`,
  live: msg`go live`,
});

/** Progress through the set-up steps, and the next one; hidden once all are done. */
export function GetStarted() {
  const { data } = useTeamQuery(welcomeDocument, {});
  const progress = data && progressOf(data);
  if (!progress?.next) return null;
  const done = STEPS.filter((name) => progress.done[name]).length;
  return (
    <Panel title={t`Get started`}>
      <Group justify="space-between" gap="md">
        <Text size="sm">
          <Trans>
            {done} of {STEPS.length} steps are done. Next: {WORDS[progress.next]}.
          </Trans>
        </Text>
        <Button component={Link} href="/welcome">
          {done === 0 ? t`Start` : t`Continue`}
        </Button>
      </Group>
      <Progress mt="md" value={(100 * done) / STEPS.length} aria-label={t`Steps done`} />
    </Panel>
  );
}
