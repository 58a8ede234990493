import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Group, Stack, Switch, Text } from '@mantine/core';
import { useTeamMutation, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Section } from '../../components/panel.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import {
  type ListedRuleFragment,
  tasksPropertiesDocument,
  tasksRuleRemoveDocument,
  tasksRuleSetDocument,
  tasksRulesDocument,
} from './generated.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { ownRuleWords, type TaskSetup, typeNameOf } from './task-words.ts';

/** The host's own rules, which create tasks with a checklist. */
export function OwnRules({ taskTypes }: Pick<TaskSetup, 'taskTypes'>) {
  const { data, error, refetch } = useTeamQuery(tasksRulesDocument, {});
  const read = useTeamQueryAll(tasksPropertiesDocument, ({ properties: listed }) => listed);
  const properties = read.data ?? [];
  const isManager = isOneOf(useTeam(), ['manager']);
  const choices = { properties, taskTypes: taskTypes.filter(({ state }) => state === 'enabled') };
  const columns: readonly Column<ListedRuleFragment>[] = [
    {
      title: msg`Creates`,
      cell: (rule) => (
        <div>
          <Text size="sm" fw={600}>
            {typeNameOf({ taskTypes }, rule)}
          </Text>
          {rule.checklist.length > 0 && (
            <Text size="xs" c="dimmed">
              <Plural value={rule.checklist.length} one="# step" other="# steps" />
            </Text>
          )}
        </div>
      ),
    },
    { title: msg`When`, cell: (rule) => ownRuleWords(rule) },
    {
      title: msg`Where`,
      cell: ({ propertyIds }) =>
        propertyIds.length === 0
          ? t`All properties`
          : propertyIds.map((id) => properties.find((one) => one.id === id)?.name ?? id).join(', '),
    },
    ...(isManager
      ? [
          {
            title: msg`Change`,
            cell: (rule: ListedRuleFragment) => (
              <RuleActions
                rule={rule}
                name={`${typeNameOf({ taskTypes }, rule)}: ${ownRuleWords(rule)}`}
                {...choices}
              />
            ),
          },
        ]
      : [{ title: msg`State`, cell: ({ enabled }: ListedRuleFragment) => (enabled ? t`On` : t`Off`) }]),
  ];
  return (
    <Section title={t`Your rules`}>
      <Stack gap="sm" align="stretch">
        <DataTable
          label={t`Your rules`}
          columns={columns}
          read={{ data: data?.taskRules, error, refetch }}
          rowKey={({ id }) => id}
          empty={{
            title: t`No rules yet`,
            text: t`Rules create tasks with a checklist, for example a cleaning every three nights.`,
          }}
        />
        <OnlyFor roles={['manager']}>
          <Group>
            <RuleDialog rule={null} {...choices}>
              <Trans>Add a rule</Trans>
            </RuleDialog>
          </Group>
        </OnlyFor>
      </Stack>
    </Section>
  );
}

interface RuleActionsProps {
  readonly rule: ListedRuleFragment;
  /** Names the rule for screen readers. */
  readonly name: string;
  readonly taskTypes: TaskSetup['taskTypes'];
  readonly properties: readonly { readonly id: string; readonly name: string }[];
}

function RuleActions({ rule, name, taskTypes, properties }: RuleActionsProps) {
  const set = useTeamMutation(tasksRuleSetDocument);
  const removed = useTeamMutation(tasksRuleRemoveDocument);
  const { id, taskType, trigger, everyNights, daysBefore, date, checklist, propertyIds, enabled } = rule;
  return (
    <>
      <Group gap="sm">
        <Switch
          aria-label={t`On: ${name}`}
          checked={enabled}
          disabled={set.isPending}
          onChange={({ currentTarget }) =>
            set.mutate({
              input: {
                id,
                taskType,
                trigger,
                everyNights,
                daysBefore,
                date,
                propertyIds,
                checklist: checklist.map(({ text }) => ({ text })),
                enabled: currentTarget.checked,
              },
            })
          }
        />
        <RuleDialog rule={rule} label={t`Edit ${name}`} taskTypes={taskTypes} properties={properties}>
          <Trans>Edit</Trans>
        </RuleDialog>
        <ConfirmButton
          size="compact-sm"
          aria-label={t`Remove ${name}`}
          title={t`Remove this rule?`}
          text={t`It creates no more tasks. Tasks that it has created stay.`}
          confirmLabel={t`Remove rule`}
          onConfirm={() => removed.mutateAsync({ id })}
          isPending={removed.isPending}
          error={removed.error}
        >
          <Trans>Remove</Trans>
        </ConfirmButton>
      </Group>
      <ErrorNote error={set.error} />
    </>
  );
}
