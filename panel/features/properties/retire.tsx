import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type EditedUnitTypeFragment, propertyRetireDocument, unitTypeRetireDocument } from './generated.ts';
import type { Property } from './property-detail.ts';

/** Takes a property off sale for good. */
export function RetireProperty({ property: { id, name, archivedAt } }: { readonly property: Property }) {
  const { mutateAsync, isPending, error } = useTeamMutation(propertyRetireDocument);
  if (archivedAt) return <Archived />;
  return (
    <Retire
      title={t`Archive ${name}?`}
      text={t`It's taken off sale for good, with all its unit types. Bookings stay as they are. This can't be undone.`}
      label={t`Archive this property`}
      {...{ isPending, error }}
      onConfirm={() => mutateAsync({ id })}
    />
  );
}

/** Takes a unit type off sale for good. */
export function RetireUnitType({
  unitType: { id, name, archivedAt },
}: {
  readonly unitType: EditedUnitTypeFragment;
}) {
  const { mutateAsync, isPending, error } = useTeamMutation(unitTypeRetireDocument);
  if (archivedAt) return <Archived />;
  return (
    <Retire
      title={t`Archive ${name}?`}
      text={t`It's taken off sale for good. Bookings stay as they are. This can't be undone.`}
      label={t`Archive this unit type`}
      {...{ isPending, error }}
      onConfirm={() => mutateAsync({ id })}
    />
  );
}

interface RetireProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => Promise<unknown>;
}

function Retire({ label, ...question }: RetireProps) {
  return (
    <Group justify="flex-end">
      <ConfirmButton variant="subtle" color="red" size="xs" confirmLabel={t`Archive`} {...question}>
        {label}
      </ConfirmButton>
    </Group>
  );
}

const Archived = () => (
  <Text size="sm" c="dimmed" ta="right">
    <Trans>Archived: off sale for good, and can't be changed.</Trans>
  </Text>
);
