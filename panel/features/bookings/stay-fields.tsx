import { t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { NativeSelect, TextInput } from '../../components/fields.tsx';
import { addDays } from '../../format/dates.ts';

/** A stay as a host types it. */
export interface StayForm {
  readonly unitTypeId: string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: string;
  readonly children: string;
  readonly quantity: string;
}

/** Converts a stay to the API's input. */
export const stayInput = ({ adults, children, quantity, ...stay }: StayForm) => ({
  ...stay,
  adults: Number(adults),
  children: Number(children),
  quantity: Number(quantity),
});

/** Stops browsers from accepting years with more than four digits. */
const LAST_DATE = '9999-12-31';

interface UnitTypeChoice {
  readonly id: string;
  readonly name: string;
  readonly property: { readonly name: string };
}

interface StayFieldsProps {
  readonly form: StayForm;
  readonly unitTypes: readonly UnitTypeChoice[];
  readonly set: (change: Partial<StayForm>) => void;
  /** True once the guests are in house: only the check-out and the party can change. */
  readonly hasBegun?: boolean;
  /** True for one of several lines, whose unit type and units can't change. */
  readonly isOneLine?: boolean;
}

/** Unit type, dates, guests and unit count. */
export function StayFields({ form, unitTypes, set, hasBegun = false, isOneLine = false }: StayFieldsProps) {
  const arrive = (checkIn: string) => {
    const tooLate = checkIn !== '' && form.checkOut <= checkIn;
    set({ checkIn, ...(tooLate && { checkOut: addDays(checkIn, 1) }) });
  };
  const typed = (field: keyof StayForm) => ({
    required: true,
    value: form[field],
    field,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value }),
  });
  return (
    <>
      {!isOneLine && (
        <NativeSelect
          label={t`Unit type`}
          data={unitTypes.map(({ id, name, property }) => ({
            value: id,
            label: `${name}, ${property.name}`,
          }))}
          disabled={hasBegun}
          {...typed('unitTypeId')}
        />
      )}
      <SimpleGrid cols={2}>
        <TextInput
          type="date"
          label={t`Check-in`}
          max={LAST_DATE}
          disabled={hasBegun}
          {...typed('checkIn')}
          onChange={({ currentTarget: { value } }) => arrive(value)}
        />
        <TextInput
          type="date"
          label={t`Check-out`}
          max={LAST_DATE}
          {...(form.checkIn && { min: addDays(form.checkIn, 1) })}
          {...typed('checkOut')}
        />
      </SimpleGrid>
      <SimpleGrid cols={isOneLine ? 2 : 3}>
        <TextInput type="number" min={1} max={999} label={t`Adults`} {...typed('adults')} />
        <TextInput type="number" min={0} max={999} label={t`Children`} {...typed('children')} />
        {!isOneLine && (
          <TextInput
            type="number"
            min={1}
            max={100}
            label={t`Units`}
            disabled={hasBegun}
            {...typed('quantity')}
          />
        )}
      </SimpleGrid>
    </>
  );
}
