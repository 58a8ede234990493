import { t } from '@lingui/core/macro';
import { Fieldset, NativeSelect, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import {
  LEAST_MODIFIER_BP,
  MAX_MODIFIER_AMOUNT,
  MAX_MODIFIER_ROUND,
  MOST_MODIFIER_BP,
} from '../../../schema/limits.ts';
import { digitsOf } from '../../format/money.ts';
import type { ChannelsPlansQuery } from './generated.ts';
import { NOT_SOLD, type TypedRate, type TypedRoom } from './mapping-form.ts';

type UnitType = NonNullable<ChannelsPlansQuery['property']>['unitTypes'][number];

interface RoomFieldsProps {
  readonly room: TypedRoom;
  readonly unitTypes: readonly UnitType[];
  /** The connection's currency. */
  readonly currency: string;
  readonly onChange: (room: TypedRoom) => void;
}

/** The unit type that a channel room is sold from, and its rates. */
export function RoomFields({ room, unitTypes, currency, onChange }: RoomFieldsProps) {
  const choices = unitTypes
    .filter(({ active }) => active)
    .map(({ id, name }) => ({ value: id, label: name }));
  const plans = unitTypes.find(({ id }) => id === room.unitTypeId)?.ratePlans ?? [];
  const setRate = (changed: TypedRate) =>
    onChange({
      ...room,
      rates: room.rates.map((rate) => (rate.channelRateId === changed.channelRateId ? changed : rate)),
    });
  // A plan belongs to one unit type, so another unit type starts with its default plan.
  const setUnitType = (unitTypeId: string) =>
    onChange({ ...room, unitTypeId, rates: room.rates.map((rate) => ({ ...rate, plan: '' })) });
  return (
    <Fieldset legend={room.name}>
      <Stack gap="sm">
        <NativeSelect
          label={t`Sold from`}
          aria-label={t`${room.name}, sold from`}
          description={room.channelRoomId}
          data={[{ value: '', label: t`Not mapped` }, ...choices]}
          value={room.unitTypeId}
          onChange={({ currentTarget: { value } }) => setUnitType(value)}
        />
        {room.unitTypeId !== '' &&
          room.rates.map((rate) => (
            <RateFields
              key={rate.channelRateId}
              of={room.name}
              {...{ rate, currency, plans }}
              onChange={setRate}
            />
          ))}
      </Stack>
    </Fieldset>
  );
}

interface RateFieldsProps {
  /** The room's name. */
  readonly of: string;
  readonly rate: TypedRate;
  /** The connection's currency. */
  readonly currency: string;
  readonly plans: NonNullable<UnitType['ratePlans']>;
  readonly onChange: (rate: TypedRate) => void;
}

function RateFields({ of, rate, currency, plans, onChange }: RateFieldsProps) {
  const choices = [
    { value: '', label: t`The default rate plan` },
    ...plans.filter(({ isDefault }) => !isDefault).map(({ id, title }) => ({ value: id, label: title })),
    ...(rate.channelRateId === null ? [] : [{ value: NOT_SOLD, label: t`Not sold` }]),
  ];
  return (
    <Stack gap="xs">
      <NativeSelect
        label={rate.name}
        aria-label={`${of}, ${rate.name}`}
        data={choices}
        value={rate.plan}
        onChange={({ currentTarget: { value } }) => onChange({ ...rate, plan: value })}
      />
      {rate.plan !== NOT_SOLD && <PriceFields {...{ of, rate, currency, onChange }} />}
    </Stack>
  );
}

/** Adjusts each price for the channel: a percentage, then an amount, then rounding. */
function PriceFields({ of, rate, currency, onChange }: Omit<RateFieldsProps, 'plans'>) {
  const { name, percent, addMinor, roundTo } = rate;
  const digits = digitsOf(currency);
  const unit = 10 ** digits;
  const minorOf = (typed: number | string) => Math.round((Number(typed) || 0) * unit);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
      <NumberInput
        label={t`Price change, %`}
        aria-label={t`${of}, ${name}, price change in percent`}
        min={LEAST_MODIFIER_BP / 100}
        max={MOST_MODIFIER_BP / 100}
        decimalScale={2}
        value={percent}
        onChange={(typed) => onChange({ ...rate, percent: Number(typed) || 0 })}
      />
      <NumberInput
        label={t`Then add, ${currency}`}
        aria-label={t`${of}, ${name}, then add in ${currency}`}
        min={-MAX_MODIFIER_AMOUNT / unit}
        max={MAX_MODIFIER_AMOUNT / unit}
        decimalScale={digits}
        value={addMinor / unit}
        onChange={(typed) => onChange({ ...rate, addMinor: minorOf(typed) })}
      />
      <NumberInput
        label={t`Round to, ${currency}`}
        aria-label={t`${of}, ${name}, round to a multiple in ${currency}`}
        placeholder={t`Not rounded`}
        min={0}
        max={MAX_MODIFIER_ROUND / unit}
        decimalScale={digits}
        value={roundTo === null ? '' : roundTo / unit}
        onChange={(typed) => onChange({ ...rate, roundTo: minorOf(typed) || null })}
      />
    </SimpleGrid>
  );
}
