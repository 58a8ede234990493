import { Group, Stack, Switch, Text } from '@mantine/core';
import { useTeamMutation, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Section } from '../../components/panel.tsx';
import { count } from '../../format/dates.ts';
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
      title: 'Creates',
      cell: (rule) => (
        <div>
          <Text size="sm" fw={600}>
            {typeNameOf({ taskTypes }, rule)}
          </Text>
          {rule.checklist.length > 0 && (
            <Text size="xs" c="dimmed">
              {count(rule.checklist.length, 'step')}
            </Text>
          )}
        </div>
      ),
    },
    { title: 'When', cell: (rule) => ownRuleWords(rule) },
    {
      title: 'Where',
      cell: ({ propertyIds }) =>
        propertyIds.length === 0
          ? 'All properties'
          : propertyIds.map((id) => properties.find((one) => one.id === id)?.name ?? id).join(', '),
    },
    ...(isManager
      ? [
          {
            title: 'Change',
            cell: (rule: ListedRuleFragment) => (
              <RuleActions
                rule={rule}
                name={`${typeNameOf({ taskTypes }, rule)}: ${ownRuleWords(rule)}`}
                {...choices}
              />
            ),
          },
        ]
      : [{ title: 'State', cell: ({ enabled }: ListedRuleFragment) => (enabled ? 'On' : 'Off') }]),
  ];
  return (
    <Section title="Your rules">
      <Stack gap="sm" align="stretch">
        <DataTable
          label="Your rules"
          columns={columns}
          read={{ data: data?.taskRules, error, refetch }}
          rowKey={({ id }) => id}
          empty={{
            title: 'No rules yet',
            text: 'Rules create tasks with a checklist, for example a cleaning every three nights.',
          }}
        />
        <OnlyFor roles={['manager']}>
          <Group>
            <RuleDialog rule={null} {...choices}>
              Add a rule
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
          aria-label={`On: ${name}`}
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
        <RuleDialog rule={rule} label={`Edit ${name}`} taskTypes={taskTypes} properties={properties}>
          Edit
        </RuleDialog>
        <ConfirmButton
          size="compact-sm"
          aria-label={`Remove ${name}`}
          title="Remove this rule?"
          text="It creates no more tasks. Tasks that it has created stay."
          confirmLabel="Remove rule"
          onConfirm={() => removed.mutateAsync({ id })}
          isPending={removed.isPending}
          error={removed.error}
        >
          Remove
        </ConfirmButton>
      </Group>
      <ErrorNote error={set.error} />
    </>
  );
}
