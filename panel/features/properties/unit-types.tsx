import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { money } from '../../format/money.ts';
import { ContentSection } from '../content/content-section.tsx';
import { NewUnitType } from '../welcome/new-unit-type.tsx';
import type { EditedUnitTypeFragment } from './generated.ts';
import type { Property } from './property-detail.ts';

const columnsOf = ({ id, currency }: Property): readonly Column<EditedUnitTypeFragment>[] => [
  {
    title: msg`Unit type`,
    cell: (unitType) => (
      <Anchor component={Link} href={`/properties/${id}/unit-types/${unitType.id}`} size="sm" fw={600}>
        {unitType.name}
      </Anchor>
    ),
  },
  { title: msg`Units`, cell: ({ units }) => units, numeric: true },
  { title: msg`Guests`, cell: ({ maxGuests }) => maxGuests, numeric: true },
  { title: msg`Usual rate`, cell: ({ baseRate }) => money(baseRate, currency), numeric: true },
  {
    title: msg`Status`,
    cell: ({ active, archivedAt }) => {
      if (archivedAt) return <StatusBadge tone="over">{t`Archived`}</StatusBadge>;
      return active ? (
        <StatusBadge tone="good">{t`On sale`}</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">{t`Off sale`}</StatusBadge>
      );
    },
  },
];

/** A property's unit types, and a form that adds more. */
export function UnitTypes({ property }: { readonly property: Property }) {
  const [isAdding, { open, close }] = useDisclosure(false);
  return (
    <ContentSection
      id="unit-types"
      title={t`Unit types`}
      lead={t`What guests book: rooms, apartments, pitches.`}
    >
      <DataTable
        label={t`Unit types`}
        columns={columnsOf(property)}
        read={{ data: property.unitTypes, error: null, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No unit type yet`,
          text: t`Add what you rent out. Guests can book it immediately.`,
        }}
      />
      {!property.archivedAt && (
        <OnlyFor roles={['manager']}>
          {isAdding ? (
            <Stack gap="sm">
              <NewUnitType property={property} onAdded={close} />
            </Stack>
          ) : (
            <Group>
              <Button variant="default" size="xs" onClick={open}>
                <Trans>Add a unit type</Trans>
              </Button>
            </Group>
          )}
        </OnlyFor>
      )}
    </ContentSection>
  );
}
