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
    title: 'Unit type',
    cell: (unitType) => (
      <Anchor component={Link} href={`/properties/${id}/unit-types/${unitType.id}`} size="sm" fw={600}>
        {unitType.name}
      </Anchor>
    ),
  },
  { title: 'Units', cell: ({ units }) => units, numeric: true },
  { title: 'Guests', cell: ({ maxGuests }) => maxGuests, numeric: true },
  { title: 'Usual rate', cell: ({ baseRate }) => money(baseRate, currency), numeric: true },
  {
    title: 'Status',
    cell: ({ active, archivedAt }) => {
      if (archivedAt) return <StatusBadge tone="over">Archived</StatusBadge>;
      return active ? (
        <StatusBadge tone="good">On sale</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">Off sale</StatusBadge>
      );
    },
  },
];

/** A property's unit types, and a form that adds more. */
export function UnitTypes({ property }: { readonly property: Property }) {
  const [isAdding, { open, close }] = useDisclosure(false);
  return (
    <ContentSection id="unit-types" title="Unit types" lead="What guests book: rooms, apartments, pitches.">
      <DataTable
        label="Unit types"
        columns={columnsOf(property)}
        read={{ data: property.unitTypes, error: null, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={{ title: 'No unit type yet', text: 'Add what you rent out. Guests can book it immediately.' }}
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
                Add a unit type
              </Button>
            </Group>
          )}
        </OnlyFor>
      )}
    </ContentSection>
  );
}
