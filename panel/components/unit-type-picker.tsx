import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';

interface PickedUnitType {
  readonly id: string;
  readonly name: string;
  readonly property: { readonly name: string };
}

interface UnitTypePickerProps {
  readonly unitTypes: readonly PickedUnitType[];
  readonly value: string;
  readonly onPick: (id: string) => void;
}

/** Unit types to choose from, grouped by property. */
export function UnitTypePicker({ unitTypes, value, onPick }: UnitTypePickerProps) {
  const groups = Map.groupBy(unitTypes, ({ property }) => property.name);
  const data = [...groups].map(([group, members]) => ({
    group,
    items: members.map(({ id, name }) => ({ value: id, label: name })),
  }));
  return (
    <NativeSelect
      aria-label={t`Unit type`}
      value={value}
      data={data}
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    />
  );
}
