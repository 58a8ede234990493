import { Badge, Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { DefaultActions } from '../../components/default-actions.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { EditableFor, OnlyFor } from '../../components/only-for.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { type EditedPlanFragment, planArchiveDocument, planEditDocument } from './generated.ts';
import { MEALS, PAYMENTS, planInput, type TypedPlan, typedPlan } from './plan-form.ts';
import { PlanPreview } from './plan-preview.tsx';

interface PlanEditorProps {
  readonly plan: EditedPlanFragment;
  readonly unitTypeId: string;
  readonly currency: string;
  readonly policies: readonly { readonly id: string; readonly name: string }[];
}

/** A plan's text and number fields, in form order. */
const fieldsOf = (currency: string) =>
  [
    ['percent', 'Raise rates by (%)'],
    ['amount', `Add per night (${currency})`],
    ['week', 'Discount from 7 nights (%)'],
    ['month', 'Discount from 28 nights (%)'],
    ['minStay', 'Minimum nights'],
    ['maxStay', 'Maximum nights'],
    ['minDays', 'Book at least this many days ahead'],
    ['maxDays', 'Book at most this many days ahead'],
  ] as const;

const DEPOSIT_FIELDS = [
  ['deposit', 'Deposit (% of the total)'],
  ['balanceDays', 'Rest due this many days before check-in'],
] as const;

/** One rate plan: its terms, a week's price under it, and actions to make it the default or archive it. */
export function PlanEditor({ plan, unitTypeId, currency, policies }: PlanEditorProps) {
  const [typed, setTyped] = useState(() => typedPlan(plan, currency));
  const edit = useTeamMutation(planEditDocument);
  const archive = useTeamMutation(planArchiveDocument);
  const terms = planInput(typed, currency);
  const set = (change: Partial<TypedPlan>) => {
    edit.reset();
    setTyped({ ...typed, ...change });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (terms) edit.mutate({ input: { id: plan.id, plan: terms } });
  };
  return (
    <Panel title={plan.title}>
      <form onSubmit={save}>
        <Stack gap="md">
          {plan.isDefault && <Badge variant="light">Default</Badge>}
          <EditableFor roles={['manager', 'revenue']}>
            <Stack gap="md">
              <TextInput
                label="Title"
                maxLength={120}
                value={typed.title}
                onChange={({ currentTarget: { value } }) => set({ title: value })}
              />
              <TextInput
                label="Description"
                maxLength={1_000}
                value={typed.description}
                onChange={({ currentTarget: { value } }) => set({ description: value })}
              />
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <NativeSelect
                  label="Meals"
                  data={MEALS}
                  value={typed.mealPlan}
                  onChange={({ currentTarget }) =>
                    set({ mealPlan: MEALS.find(({ value }) => value === currentTarget.value)?.value ?? '' })
                  }
                />
                <NativeSelect
                  label="Cancellation policy"
                  data={[
                    { value: '', label: 'The storefront’s' },
                    ...policies.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  value={typed.policyId}
                  onChange={({ currentTarget: { value } }) => set({ policyId: value })}
                />
                <NativeSelect
                  label="Guests pay"
                  data={PAYMENTS}
                  value={typed.payment}
                  onChange={({ currentTarget }) =>
                    set({
                      payment: PAYMENTS.find(({ value }) => value === currentTarget.value)?.value ?? 'now',
                    })
                  }
                />
                {typed.payment === 'deposit' &&
                  DEPOSIT_FIELDS.map(([field, label]) => (
                    <TextInput
                      key={field}
                      label={label}
                      inputMode="numeric"
                      value={typed[field]}
                      onChange={({ currentTarget: { value } }) => set({ [field]: value })}
                    />
                  ))}
                {fieldsOf(currency).map(([field, label]) => (
                  <TextInput
                    key={field}
                    label={label}
                    inputMode="decimal"
                    value={typed[field]}
                    onChange={({ currentTarget: { value } }) => set({ [field]: value })}
                  />
                ))}
              </SimpleGrid>
              {!plan.isDefault && (
                <Checkbox
                  label="On sale"
                  checked={typed.active}
                  onChange={({ currentTarget: { checked } }) => set({ active: checked })}
                />
              )}
            </Stack>
          </EditableFor>
          <ErrorNote error={edit.error ?? archive.error} />
          <OnlyFor roles={['manager', 'revenue']}>
            <PlanPreview unitTypeId={unitTypeId} plan={terms} />
            <SaveRow disabled={!terms} isSaving={edit.isPending} isSaved={edit.isSuccess} />
            {!plan.isDefault && (
              <DefaultActions
                name={plan.title}
                what="plan"
                onDefault={() => edit.mutate({ input: { id: plan.id, isDefault: true } })}
                onArchive={() => archive.mutateAsync({ id: plan.id })}
                isArchiving={archive.isPending}
                error={archive.error}
              />
            )}
          </OnlyFor>
        </Stack>
      </form>
    </Panel>
  );
}
