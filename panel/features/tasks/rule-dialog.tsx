import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Checkbox, CheckboxGroup, NativeSelect, Textarea, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { type ListedRuleFragment, type TaskRuleTrigger, tasksRuleSetDocument } from './generated.ts';
import { OWN_TRIGGERS } from './task-words.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
}

interface RuleDialogProps {
  /** The rule to edit; null to add one. */
  readonly rule: ListedRuleFragment | null;
  readonly taskTypes: readonly Choice[];
  readonly properties: readonly Choice[];
  /** The button's label. */
  readonly children: ReactNode;
  readonly label?: string;
}

const valuesOf = (rule: ListedRuleFragment | null, taskTypes: readonly Choice[]) => ({
  taskType: rule?.taskType ?? taskTypes[0]?.id ?? '',
  trigger: rule?.trigger ?? ('check_out' as const),
  everyNights: String(rule?.everyNights ?? 3),
  daysBefore: String(rule?.daysBefore ?? 1),
  date: rule?.date ?? '',
  steps: rule?.checklist.map(({ text }) => text).join('\n') ?? '',
  propertyIds: rule?.propertyIds ?? [],
});

/** A button whose dialog adds or edits a rule. */
export function RuleDialog({ rule, taskTypes, properties, children, label }: RuleDialogProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error, reset } = useTeamMutation(tasksRuleSetDocument);
  const [values, setValues] = useState(valuesOf(rule, taskTypes));
  const set = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { taskType, trigger, everyNights, daysBefore, date, steps, propertyIds } = values;
    const input = {
      id: rule?.id ?? null,
      taskType,
      trigger,
      everyNights: trigger === 'in_house' ? Number(everyNights) : null,
      daysBefore: trigger === 'before_arrival' ? Number(daysBefore) : null,
      date: trigger === 'date' ? date || null : null,
      checklist: steps
        .split('\n')
        .map((text) => ({ text: text.trim() }))
        .filter(({ text }) => text !== ''),
      propertyIds,
      enabled: rule?.enabled ?? true,
    };
    mutate({ input }, { onSuccess: close });
  };
  const start = () => {
    reset();
    setValues(valuesOf(rule, taskTypes));
    open();
  };
  return (
    <>
      <Button
        size={rule ? 'compact-sm' : 'sm'}
        variant={rule ? 'default' : 'filled'}
        aria-label={label}
        onClick={start}
      >
        {children}
      </Button>
      <Modal opened={opened} onClose={close} title={rule ? t`Edit rule` : t`Add a rule`} centered>
        <Form error={error} onSubmit={save}>
          <Stack>
            <NativeSelect
              field="taskType"
              label={t`Create a task`}
              data={taskTypes.map(({ id, name }) => ({ value: id, label: name }))}
              value={values.taskType}
              onChange={({ currentTarget }) => set({ taskType: currentTarget.value })}
              data-autofocus
            />
            <NativeSelect
              field="trigger"
              label={t`When`}
              data={Object.entries(OWN_TRIGGERS).map(([value, words]) => ({ value, label: words }))}
              value={values.trigger}
              onChange={({ currentTarget }) => set({ trigger: currentTarget.value as TaskRuleTrigger })} // an option
            />
            {values.trigger === 'in_house' && (
              <TextInput
                field="everyNights"
                type="number"
                label={t`Nights between two tasks`}
                min={1}
                max={30}
                required
                value={values.everyNights}
                onChange={({ currentTarget }) => set({ everyNights: currentTarget.value })}
              />
            )}
            {values.trigger === 'before_arrival' && (
              <TextInput
                field="daysBefore"
                type="number"
                label={t`Days before check-in`}
                min={0}
                max={30}
                required
                value={values.daysBefore}
                onChange={({ currentTarget }) => set({ daysBefore: currentTarget.value })}
              />
            )}
            {values.trigger === 'date' && (
              <TextInput
                field="date"
                type="date"
                label={t`Date`}
                required
                value={values.date}
                onChange={({ currentTarget }) => set({ date: currentTarget.value })}
              />
            )}
            <Textarea
              field="checklist"
              label={t`Checklist`}
              description={t`One step per line. Optional.`}
              autosize
              minRows={3}
              value={values.steps}
              onChange={({ currentTarget }) => set({ steps: currentTarget.value })}
            />
            {properties.length > 1 && (
              <CheckboxGroup
                field="propertyIds"
                label={t`Properties`}
                description={t`All properties if none is selected.`}
                value={[...values.propertyIds]}
                onChange={(propertyIds) => set({ propertyIds })}
              >
                <Stack gap="xs" mt="xs">
                  {properties.map(({ id, name }) => (
                    <Checkbox field={null} key={id} value={id} label={name} />
                  ))}
                </Stack>
              </CheckboxGroup>
            )}
            <ErrorNote error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                <Trans>Go back</Trans>
              </Button>
              <Button type="submit" loading={isPending}>
                <Trans>Save rule</Trans>
              </Button>
            </Group>
          </Stack>
        </Form>
      </Modal>
    </>
  );
}
