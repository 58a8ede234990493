import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { FieldGroup } from '../../components/field-group.tsx';
import { Checkbox, NativeSelect, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { type EditedPlanFragment, planAddDocument, planEditDocument } from './generated.ts';
import {
  EMPTY_PLAN,
  MEALS,
  mistakesIn,
  PAYMENTS,
  type PlanNumber,
  planInput,
  type TypedPlan,
  typedPlan,
} from './plan-form.ts';
import { PlanPreview } from './plan-preview.tsx';
import classes from './rate-plans.module.css';

interface PlanDialogProps {
  /** Null for a new plan. */
  readonly plan: EditedPlanFragment | null;
  /** Unit types to choose from for a new plan; an edited plan's own unit type. */
  readonly unitTypes: readonly { readonly id: string; readonly name: string }[];
  readonly currency: string;
  readonly policies: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

/** Adds or edits a rate plan: its terms in groups, next to a week's price under them. */
export function PlanDialog({ plan, unitTypes, currency, policies, onClose }: PlanDialogProps) {
  const [typed, setTyped] = useState(() => (plan ? typedPlan(plan, currency) : EMPTY_PLAN));
  const [unitTypeId, setUnitTypeId] = useState(unitTypes[0]?.id ?? '');
  const add = useTeamMutation(planAddDocument);
  const edit = useTeamMutation(planEditDocument);
  const { isPending, error, reset } = plan ? edit : add;
  const terms = planInput(typed, currency);
  const mistakes = mistakesIn(typed, currency);
  const set = (change: Partial<TypedPlan>) => {
    reset();
    setTyped({ ...typed, ...change });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!terms) return;
    if (plan) edit.mutate({ input: { id: plan.id, plan: terms } }, { onSuccess: onClose });
    else add.mutate({ input: { unitTypeId, plan: terms } }, { onSuccess: onClose });
  };
  const number = (name: PlanNumber, field: string, label: string) => (
    <TextInput
      field={`plan.${field}`}
      label={label}
      inputMode="decimal"
      value={typed[name]}
      error={mistakes[name]}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  );
  return (
    <OpenDialog onClose={onClose} title={plan ? `Edit ${plan.title}` : 'Add a rate plan'} size={960} centered>
      <Form error={error} onSubmit={save}>
        <div className={classes.editor}>
          <Stack gap="lg">
            <FieldGroup title="What guests see">
              {!plan && unitTypes.length > 1 && (
                <NativeSelect
                  field="unitTypeId"
                  label="Unit type"
                  data={unitTypes.map(({ id, name }) => ({ value: id, label: name }))}
                  value={unitTypeId}
                  onChange={({ currentTarget: { value } }) => setUnitTypeId(value)}
                />
              )}
              <TextInput
                field="plan.title"
                label="Title"
                placeholder="Early bird"
                maxLength={120}
                value={typed.title}
                onChange={({ currentTarget: { value } }) => set({ title: value })}
                data-autofocus
              />
              <TextInput
                field="plan.description"
                label="Description"
                maxLength={1_000}
                value={typed.description}
                onChange={({ currentTarget: { value } }) => set({ description: value })}
              />
              <NativeSelect
                field="plan.mealPlan"
                label="Meals"
                data={MEALS}
                value={typed.mealPlan}
                onChange={({ currentTarget }) =>
                  set({ mealPlan: MEALS.find(({ value }) => value === currentTarget.value)?.value ?? '' })
                }
              />
            </FieldGroup>
            <FieldGroup title="Price" lead="Compared with the unit type's rates. Enter −10 to lower them.">
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {number('percent', 'adjust.percentBp', 'Raise rates by (%)')}
                {number('amount', 'adjust.amount', `Add per night (${currency})`)}
                {number('week', 'weekDiscountBp', 'Discount from 7 nights (%)')}
                {number('month', 'monthDiscountBp', 'Discount from 28 nights (%)')}
              </SimpleGrid>
            </FieldGroup>
            <FieldGroup title="Payment and cancellation">
              <NativeSelect
                field="plan.payment"
                label="Guests pay"
                data={PAYMENTS}
                value={typed.payment}
                onChange={({ currentTarget }) =>
                  set({
                    payment: PAYMENTS.find(({ value }) => value === currentTarget.value)?.value ?? 'now',
                  })
                }
              />
              {typed.payment === 'deposit' && (
                <SimpleGrid cols={{ base: 1, xs: 2 }}>
                  {number('deposit', 'payment.depositPercent', 'Deposit (% of the total)')}
                  {number(
                    'balanceDays',
                    'payment.balanceDaysBefore',
                    'Rest due this many days before check-in',
                  )}
                </SimpleGrid>
              )}
              <NativeSelect
                field="plan.cancellationPolicyId"
                label="Cancellation policy"
                data={[
                  { value: '', label: 'The storefront’s' },
                  ...policies.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={typed.policyId}
                onChange={({ currentTarget: { value } }) => set({ policyId: value })}
              />
            </FieldGroup>
            <FieldGroup title="Which stays" lead="Leave a field empty for no limit.">
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {number('minStay', 'minStay', 'Minimum nights')}
                {number('maxStay', 'maxStay', 'Maximum nights')}
                {number('minDays', 'bookingWindow.minDays', 'Earliest days ahead')}
                {number('maxDays', 'bookingWindow.maxDays', 'Latest days ahead')}
              </SimpleGrid>
              {!plan?.isDefault && (
                <Checkbox
                  field="plan.active"
                  label="On sale"
                  description="Guests and agents can book with it"
                  checked={typed.active}
                  onChange={({ currentTarget: { checked } }) => set({ active: checked })}
                />
              )}
            </FieldGroup>
          </Stack>
          <div className={classes.preview}>
            <PlanPreview unitTypeId={unitTypeId} plan={terms} />
          </div>
        </div>
        <Stack gap="sm" className={classes.foot ?? ''}>
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!terms} loading={isPending}>
              {plan ? 'Save' : 'Add the plan'}
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}
