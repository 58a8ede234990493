import { t } from '@lingui/core/macro';
import { useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { NativeSelect, Textarea, TextInput } from '../../components/fields.tsx';
import { zoneWords } from '../../format/dates.ts';
import { tasksMembersDocument, tasksUnitsDocument } from './generated.ts';

/** Values of the fields that a task has when it's created and later. */
export interface TaskFormValues {
  readonly title: string;
  readonly description: string;
  /** Empty for none. */
  readonly unitId: string;
  /** Empty for no one. */
  readonly assigneeAccountId: string;
  /** `YYYY-MM-DDTHH:MM` at the property; empty for none. */
  readonly due: string;
}

interface TaskFormProps {
  readonly values: TaskFormValues;
  readonly onChange: (values: TaskFormValues) => void;
  /** Undefined until it's known. */
  readonly propertyId: string | undefined;
  readonly timeZone: string | undefined;
  /** False if the task's status doesn't allow another assignee. */
  readonly canAssign?: boolean;
}

/** The fields of a new or existing task. */
export function TaskForm({ values, onChange, propertyId, timeZone, canAssign = true }: TaskFormProps) {
  const enabled = propertyId !== undefined;
  const members = useTeamQuery(tasksMembersDocument, { propertyId: propertyId ?? '' }, { enabled });
  const types = useTeamQueryAll(tasksUnitsDocument, ({ unitTypes }) => unitTypes, {
    enabled,
    variables: { propertyId: propertyId ?? '' },
  });
  const set = (changed: Partial<TaskFormValues>) => onChange({ ...values, ...changed });
  const units = (types.data ?? []).flatMap((type) =>
    type.namedUnits.map(({ id, name }) => ({ value: id, label: t`${type.name}, unit ${name}` })),
  );
  return (
    <>
      <TextInput
        field="title"
        label={t`Title`}
        description={t`In a few words. Optional.`}
        maxLength={200}
        value={values.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <Textarea
        field="description"
        label={t`Description`}
        autosize
        minRows={3}
        maxLength={2000}
        value={values.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <NativeSelect
        field="unitId"
        label={t`Unit`}
        data={[{ value: '', label: t`No particular unit` }, ...units]}
        value={values.unitId}
        onChange={({ currentTarget }) => set({ unitId: currentTarget.value })}
      />
      {canAssign && (
        <NativeSelect
          field="assigneeAccountId"
          label={t`Assigned to`}
          data={[
            { value: '', label: t`No one yet` },
            ...(members.data?.assignableMembers ?? []).map(({ accountId, name }) => ({
              value: accountId,
              label: name,
            })),
          ]}
          value={values.assigneeAccountId}
          onChange={({ currentTarget }) => set({ assigneeAccountId: currentTarget.value })}
        />
      )}
      <TextInput
        field="dueAt"
        type="datetime-local"
        label={t`Due`}
        description={t`In the property's time zone${timeZone ? ` (${zoneWords(timeZone)})` : ''}. Optional.`}
        value={values.due}
        onChange={({ currentTarget }) => set({ due: currentTarget.value })}
      />
    </>
  );
}
