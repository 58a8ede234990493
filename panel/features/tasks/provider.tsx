import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Switch, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NativeSelect, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import {
  type TasksSetupQuery,
  tasksProviderDocument,
  tasksRuleDocument,
  tasksSwitchDocument,
  tasksVerificationDocument,
} from './generated.ts';
import { TaskIcon } from './task-icon.tsx';
import { ruleWords } from './task-words.ts';

interface ProviderProps {
  readonly type: NonNullable<TasksSetupQuery['taskTypes']>[number];
  /** Installed apps that can assign tasks. */
  readonly apps: readonly { readonly slug: string; readonly name: string }[];
}

/** One task type: its switch, assignment provider, time limit, and the rules that create tasks. */
export function Provider({ type, apps }: ProviderProps) {
  const provider = useTeamMutation(tasksProviderDocument);
  const hostRule = useTeamMutation(tasksRuleDocument);
  const switched = useTeamMutation(tasksSwitchDocument);
  const verification = useTeamMutation(tasksVerificationDocument);
  const [appSlug, setAppSlug] = useState(type.providerAppSlug ?? '');
  const [minutes, setMinutes] = useState(String(type.slaSeconds / 60));
  const slaSeconds = Math.round(Number(minutes) * 60);
  const isNumber = minutes.trim() !== '' && Number.isFinite(slaSeconds) && slaSeconds > 0;
  const isSame = appSlug === (type.providerAppSlug ?? '') && slaSeconds === type.slaSeconds;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber) provider.mutate({ input: { taskType: type.id, appSlug: appSlug || null, slaSeconds } });
  };
  if (type.state === 'retired') {
    return (
      <Panel title={type.name}>
        <Text>
          <Trans>{type.retiredBecause} Its tasks stay, but no new ones are created.</Trans>
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title={type.name}>
      <Form error={provider.error} onSubmit={save}>
        <Stack gap="md">
          {type.appSlug && (
            <Group gap={6} wrap="nowrap" align="flex-start">
              <TaskIcon name={type.icon} />
              <Text size="sm" c="dimmed">
                {type.description} <Trans>Added by {nameOf(apps, type.appSlug)}.</Trans>{' '}
                {type.blocksGuestReady && t`A property isn't guest-ready without it.`}
              </Text>
            </Group>
          )}
          {type.appSlug && (
            <Switch
              label={t`Create ${type.name} tasks`}
              description={
                type.state === 'offered' ? t`New. Nothing happens until you turn it on.` : undefined
              }
              checked={type.state === 'enabled'}
              disabled={switched.isPending}
              onChange={(event) =>
                switched.mutate({ input: { taskType: type.id, enabled: event.currentTarget.checked } })
              }
            />
          )}
          <Group align="flex-start" gap="md">
            <NativeSelect
              field="appSlug"
              label={t`Assigned by`}
              description={t`An installed app that can assign tasks`}
              value={appSlug}
              data={[{ value: '', label: t`No app` }, ...choices(apps, type.providerAppSlug)]}
              onChange={(event) => setAppSlug(event.currentTarget.value)}
            />
            <TextInput
              field="slaSeconds"
              label={t`Minutes to assign`}
              description={t`After that, the platform assigns the task`}
              inputMode="decimal"
              value={minutes}
              error={isNumber ? undefined : t`Enter a number of minutes.`}
              onChange={(event) => setMinutes(event.currentTarget.value)}
            />
          </Group>
          {type.rules.map((rule) => (
            <Switch
              key={rule.trigger}
              label={ruleWords(rule)}
              checked={rule.enabled}
              disabled={hostRule.isPending}
              onChange={(event) =>
                hostRule.mutate({
                  input: { taskType: type.id, trigger: rule.trigger, enabled: event.currentTarget.checked },
                })
              }
            />
          ))}
          <Switch
            label={t`Members can verify their own work`}
            description={t`Managers and owners always can.`}
            checked={type.ownWorkVerified}
            disabled={verification.isPending}
            onChange={(event) =>
              verification.mutate({
                input: { taskType: type.id, ownWorkVerified: event.currentTarget.checked },
              })
            }
          />
          <ErrorNote error={provider.error ?? hostRule.error ?? switched.error ?? verification.error} />
          <SaveRow
            disabled={isSame || !isNumber}
            isSaving={provider.isPending}
            isSaved={provider.isSuccess && isSame}
          />
        </Stack>
      </Form>
    </Panel>
  );
}

/** Returns an app's name, or its slug if it isn't listed. */
const nameOf = (apps: ProviderProps['apps'], slug: string) =>
  apps.find((app) => app.slug === slug)?.name ?? slug;

/** Returns the apps to choose from; the chosen app stays listed even after it's uninstalled. */
function choices(apps: ProviderProps['apps'], current: string | null) {
  const listed = apps.map(({ slug, name }) => ({ value: slug, label: name }));
  if (current === null || apps.some(({ slug }) => slug === current)) return listed;
  return [...listed, { value: current, label: t`${current} (not installed)` }];
}
