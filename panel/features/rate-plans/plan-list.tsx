import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { type EditedPlanFragment, planArchiveDocument, planEditDocument } from './generated.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { mealWords, paymentWords, priceWords, stayWords } from './plan-words.ts';
import classes from './rate-plans.module.css';

interface PlanListProps {
  readonly unitTypes: readonly (UnitType & { readonly ratePlans: readonly EditedPlanFragment[] | null })[];
  readonly currency: string;
  readonly policies: readonly { readonly id: string; readonly name: string }[];
}

interface UnitType {
  readonly id: string;
  readonly name: string;
}

interface Row {
  readonly unitType: UnitType;
  readonly plan: EditedPlanFragment;
}

/** Rate plans by unit type, one row each: how they differ in price, payment, cancellation and stays. */
export function PlanList({ unitTypes, currency, policies }: PlanListProps) {
  const mayEdit = isOneOf(useTeam(), ['manager', 'revenue']);
  const rows = unitTypes.flatMap((unitType) =>
    (unitType.ratePlans ?? []).map((plan) => ({ unitType, plan })),
  );
  const policyOf = ({ cancellationPolicy }: EditedPlanFragment) =>
    policies.find(({ id }) => id === cancellationPolicy?.id)?.name ?? t`The storefront’s`;
  const columns: readonly Column<Row>[] = [
    { title: msg`Plan`, cell: ({ plan }) => <Plan plan={plan} /> },
    { title: msg`Price`, cell: ({ plan }) => <Lines lines={priceWords(plan, currency)} /> },
    { title: msg`Guests pay`, cell: ({ plan }) => <Lines lines={[paymentWords(plan)]} /> },
    { title: msg`Cancellation`, cell: ({ plan }) => <Lines lines={[policyOf(plan)]} /> },
    { title: msg`Stays`, cell: ({ plan }) => <Lines lines={stayWords(plan)} /> },
    ...(mayEdit
      ? [
          {
            title: '',
            numeric: true,
            cell: (row: Row) => <Actions {...row} {...{ currency, policies }} />,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={t`Rate plans`}
      columns={columns}
      read={{ data: rows, error: null, refetch: () => undefined }}
      rowKey={({ plan }) => plan.id}
      groupOf={({ unitType }) => unitType.name}
      isTitled
      empty={{ title: t`No rate plan yet`, text: t`Guests can book a unit type once it has a rate plan.` }}
    />
  );
}

function Plan({ plan }: { readonly plan: EditedPlanFragment }) {
  const { title, description, isDefault, active } = plan;
  const meals = mealWords(plan);
  return (
    <div className={classes.plan}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {isDefault && (
          <Badge variant="light">
            <Trans>Default</Trans>
          </Badge>
        )}
        {!active && (
          <Badge variant="light" color="gray">
            <Trans>Not on sale</Trans>
          </Badge>
        )}
      </Group>
      {[meals, description].filter(Boolean).map((line) => (
        <Text key={line} size="xs" c="dimmed" lineClamp={2}>
          {line}
        </Text>
      ))}
    </div>
  );
}

/** Lines of a cell, quieter after the first. */
const Lines = ({ lines: [first, ...more] }: { readonly lines: readonly string[] }) => (
  <div>
    <Text size="sm">{first}</Text>
    {more.map((line) => (
      <Text key={line} size="xs" c="dimmed">
        {line}
      </Text>
    ))}
  </div>
);

function Actions({ plan, unitType, currency, policies }: Row & Omit<PlanListProps, 'unitTypes'>) {
  const { id, title, isDefault } = plan;
  const [isEditing, editing] = useDisclosure(false);
  const [isArchiving, archiving] = useDisclosure(false);
  const makeDefault = useTeamMutation(planEditDocument);
  const archive = useTeamMutation(planArchiveDocument);
  return (
    <>
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <Button size="xs" variant="default" aria-label={t`Edit ${title}`} onClick={editing.open}>
          <Trans>Edit</Trans>
        </Button>
        {!isDefault && (
          <RowMenu label={t`Actions for ${title}`}>
            <Menu.Item onClick={() => makeDefault.mutate({ input: { id, isDefault: true } })}>
              <Trans>Make default</Trans>
            </Menu.Item>
            <Menu.Item c="var(--mantine-color-error)" onClick={archiving.open}>
              <Trans>Archive…</Trans>
            </Menu.Item>
          </RowMenu>
        )}
      </Group>
      <ErrorNote error={makeDefault.error} />
      {isEditing && (
        <PlanDialog {...{ plan, currency, policies }} unitTypes={[unitType]} onClose={editing.close} />
      )}
      <ConfirmDialog
        opened={isArchiving}
        close={archiving.close}
        title={t`Archive ${title}?`}
        text={t`You can no longer sell stays with it. Bookings keep the terms they were sold with.`}
        confirmLabel={t`Archive the plan`}
        onConfirm={() => archive.mutateAsync({ id })}
        isPending={archive.isPending}
        error={archive.error}
      />
    </>
  );
}
