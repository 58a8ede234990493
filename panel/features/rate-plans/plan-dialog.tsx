import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <OpenDialog
      onClose={onClose}
      title={plan ? t`Edit ${plan.title}` : t`Add a rate plan`}
      size={960}
      centered
    >
      <Form error={error} onSubmit={save}>
        <div className={classes.editor}>
          <Stack gap="lg">
            <FieldGroup title={t`What guests see`}>
              {!plan && unitTypes.length > 1 && (
                <NativeSelect
                  field="unitTypeId"
                  label={t`Unit type`}
                  data={unitTypes.map(({ id, name }) => ({ value: id, label: name }))}
                  value={unitTypeId}
                  onChange={({ currentTarget: { value } }) => setUnitTypeId(value)}
                />
              )}
              <TextInput
                field="plan.title"
                label={t`Title`}
                placeholder={t`Early bird`}
                maxLength={120}
                value={typed.title}
                onChange={({ currentTarget: { value } }) => set({ title: value })}
                data-autofocus
              />
              <TextInput
                field="plan.description"
                label={t`Description`}
                maxLength={1_000}
                value={typed.description}
                onChange={({ currentTarget: { value } }) => set({ description: value })}
              />
              <NativeSelect
                field="plan.mealPlan"
                label={t`Meals`}
                data={MEALS}
                value={typed.mealPlan}
                onChange={({ currentTarget }) =>
                  set({ mealPlan: MEALS.find(({ value }) => value === currentTarget.value)?.value ?? '' })
                }
              />
            </FieldGroup>
            <FieldGroup
              title={t`Price`}
              lead={t`Compared with the unit type's rates. Enter −10 to lower them.`}
            >
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {number('percent', 'adjust.percentBp', t`Raise rates by (%)`)}
                {number('amount', 'adjust.amount', t`Add per night (${currency})`)}
                {number('week', 'weekDiscountBp', t`Discount from 7 nights (%)`)}
                {number('month', 'monthDiscountBp', t`Discount from 28 nights (%)`)}
              </SimpleGrid>
            </FieldGroup>
            <FieldGroup title={t`Payment and cancellation`}>
              <NativeSelect
                field="plan.payment"
                label={t`Guests pay`}
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
                  {number('deposit', 'payment.depositPercent', t`Deposit (% of the total)`)}
                  {number(
                    'balanceDays',
                    'payment.balanceDaysBefore',
                    t`Rest due this many days before check-in`,
                  )}
                </SimpleGrid>
              )}
              <NativeSelect
                field="plan.cancellationPolicyId"
                label={t`Cancellation policy`}
                data={[
                  { value: '', label: t`The storefront’s` },
                  ...policies.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={typed.policyId}
                onChange={({ currentTarget: { value } }) => set({ policyId: value })}
              />
            </FieldGroup>
            <FieldGroup title={t`Which stays`} lead={t`Leave a field empty for no limit.`}>
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {number('minStay', 'minStay', t`Minimum nights`)}
                {number('maxStay', 'maxStay', t`Maximum nights`)}
                {number('minDays', 'bookingWindow.minDays', t`Earliest days ahead`)}
                {number('maxDays', 'bookingWindow.maxDays', t`Latest days ahead`)}
              </SimpleGrid>
              {!plan?.isDefault && (
                <Checkbox
                  field="plan.active"
                  label={t`On sale`}
                  description={t`Guests and agents can book with it`}
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
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" disabled={!terms} loading={isPending}>
              {plan ? t`Save` : t`Add the plan`}
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}
