import { t } from '@lingui/core/macro';
import { Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import classes from './bookings.module.css';
import {
  bookingListChannelsDocument,
  bookingListUnitsDocument,
  bookingUnitTypesDocument,
} from './generated.ts';
import { BALANCES, type Filter, type FilterValues, SOURCES } from './list-address.ts';

interface ListFiltersProps {
  readonly values: FilterValues;
  readonly set: (filter: Filter, value: string) => void;
  /** True to show the filters on a phone too. */
  readonly isOpen: boolean;
  /** True for roles with access to balances. */
  readonly isDesk: boolean;
}

/** Filters of the bookings list in addition to its status and search. On a phone, they're shown on demand. */
export function ListFilters({ values, set, isOpen, isDesk }: ListFiltersProps) {
  const { data: unitTypes = [] } = useTeamQueryAll(bookingUnitTypesDocument, ({ unitTypes }) => unitTypes);
  const { data: channels } = useTeamQuery(bookingListChannelsDocument, {});
  const connections = channels?.channelConnections ?? [];
  const made = inOrderMade(unitTypes);
  const properties = new Map(made.map(({ property }) => [property.id, property.name]));
  const inProperty = made.filter(({ property }) => values.property === '' || property.id === values.property);
  const choice = (filter: Filter) => ({
    value: values[filter],
    onChange: (value: string) => set(filter, value),
  });
  return (
    <Group gap="sm" align="end" className={classes.filters ?? ''} data-open={isOpen || undefined}>
      {properties.size > 1 && (
        <Choice
          label={t`Property`}
          placeholder={t`Any property`}
          data={[...properties].map(([value, label]) => ({ value, label }))}
          {...choice('property')}
        />
      )}
      <Choice
        label={t`Unit type`}
        placeholder={t`Any unit type`}
        data={grouped(inProperty, properties.size > 1)}
        {...choice('unit_type')}
      />
      <UnitChoice
        unitType={values.unit_type}
        property={properties.get(values.property)}
        {...choice('unit')}
      />
      <Choice label={t`Booked by`} placeholder={t`Anyone`} data={SOURCES} {...choice('source')} />
      {(connections.length > 0 || values.channel !== '') && (
        <Choice
          label={t`Channel`}
          placeholder={t`Any channel`}
          data={connections.map(({ id, name, propertyName }) => ({
            value: id,
            label: properties.size > 1 ? `${name}, ${propertyName}` : name,
          }))}
          {...choice('channel')}
        />
      )}
      {isDesk && (
        <Choice label={t`Balance`} placeholder={t`Any balance`} data={BALANCES} {...choice('balance')} />
      )}
      <Day label={t`Check-in from`} {...choice('check_in_from')} />
      <Day label={t`Check-in until`} {...choice('check_in_until')} />
    </Group>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps extends FieldProps {
  readonly placeholder: string;
  readonly data: readonly Option[] | readonly { readonly group: string; readonly items: readonly Option[] }[];
  readonly onDropdownOpen?: () => void;
  /** True while the options load. */
  readonly isLoading?: boolean;
}

/** A searchable filter. A chosen entry that no longer exists stays visible until it's cleared. */
function Choice({ data, value, onChange, isLoading = false, ...rest }: ChoiceProps) {
  const options = data.flatMap((entry) => ('items' in entry ? entry.items : [entry]));
  const isKnown = value === '' || options.some((option) => option.value === value);
  const missing = { value, label: isLoading ? t`Loading…` : t`No longer exists` };
  return (
    <Select
      {...rest}
      size="xs"
      w={150}
      searchable
      clearable
      selectFirstOptionOnChange
      nothingFoundMessage={isLoading ? t`Loading…` : t`Not found`}
      limit={200}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      maxDropdownHeight={320}
      // The API's lists are read-only; Select only reads them.
      data={[...(isKnown ? [] : [missing]), ...data] as Option[]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

const Day = ({ label, value, onChange }: FieldProps) => (
  <TextInput
    type="date"
    size="xs"
    label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

interface UnitChoiceProps extends Omit<FieldProps, 'label'> {
  /** The chosen unit type's id; empty for all. */
  readonly unitType: string;
  /** The chosen property's name; undefined for all. */
  readonly property: string | undefined;
}

/** Filter by unit. The units are loaded once they're needed: there can be thousands. */
function UnitChoice({ unitType, property, value, onChange }: UnitChoiceProps) {
  const [isWanted, setWanted] = useState(false);
  const enabled = isWanted || value !== '';
  const { data } = useTeamQueryAll(bookingListUnitsDocument, ({ unitTypes }) => unitTypes, { enabled });
  const groups = inOrderMade(data ?? [])
    .filter((type) => unitType === '' || type.id === unitType)
    .filter((type) => property === undefined || type.property.name === property)
    .filter(({ namedUnits }) => namedUnits.length > 0)
    .map((type) => ({
      group: `${type.name}, ${type.property.name}`,
      items: type.namedUnits.map(({ id, name }) => ({ value: id, label: name ?? t`Unnamed` })),
    }));
  return (
    <Choice
      label={t`Unit`}
      placeholder={t`Any unit`}
      data={groups}
      value={value}
      onChange={onChange}
      isLoading={data === undefined}
      onDropdownOpen={() => setWanted(true)}
    />
  );
}

/** Groups unit types by property, if the team has several. */
function grouped(
  unitTypes: readonly {
    readonly id: string;
    readonly name: string;
    readonly property: { readonly name: string };
  }[],
  isGrouped: boolean,
): ChoiceProps['data'] {
  const optionOf = ({ id, name }: (typeof unitTypes)[number]) => ({ value: id, label: name });
  if (!isGrouped) return unitTypes.map(optionOf);
  return [...Map.groupBy(unitTypes, ({ property }) => property.name)].map(([group, members]) => ({
    group,
    items: members.map(optionOf),
  }));
}
