import { Fieldset, Group, NativeSelect, NumberInput, Stack } from '@mantine/core';
import type { ChannelsPlansQuery } from './generated.ts';
import { NOT_SOLD, type TypedRate, type TypedRoom } from './mapping-form.ts';

type UnitType = NonNullable<ChannelsPlansQuery['property']>['unitTypes'][number];

interface RoomFieldsProps {
  readonly room: TypedRoom;
  readonly unitTypes: readonly UnitType[];
  readonly onChange: (room: TypedRoom) => void;
}

/** What a room of the channel is sold from, and at which rates. */
export function RoomFields({ room, unitTypes, onChange }: RoomFieldsProps) {
  const choices = unitTypes
    .filter(({ active }) => active)
    .map(({ id, name }) => ({ value: id, label: name }));
  const plans = unitTypes.find(({ id }) => id === room.unitTypeId)?.ratePlans ?? [];
  const setRate = (changed: TypedRate) =>
    onChange({
      ...room,
      rates: room.rates.map((rate) => (rate.channelRateId === changed.channelRateId ? changed : rate)),
    });
  // A plan belongs to one unit type: another one begins with its default plan.
  const setUnitType = (unitTypeId: string) =>
    onChange({ ...room, unitTypeId, rates: room.rates.map((rate) => ({ ...rate, plan: '' })) });
  return (
    <Fieldset legend={room.name}>
      <Stack gap="sm">
        <NativeSelect
          label="Sold from"
          aria-label={`${room.name}, sold from`}
          description={room.channelRoomId}
          data={[{ value: '', label: 'Not mapped' }, ...choices]}
          value={room.unitTypeId}
          onChange={({ currentTarget: { value } }) => setUnitType(value)}
        />
        {room.unitTypeId !== '' &&
          room.rates.map((rate) => (
            <RateFields key={rate.channelRateId} of={room.name} {...{ rate, plans }} onChange={setRate} />
          ))}
      </Stack>
    </Fieldset>
  );
}

interface RateFieldsProps {
  /** The room's name. */
  readonly of: string;
  readonly rate: TypedRate;
  readonly plans: NonNullable<UnitType['ratePlans']>;
  readonly onChange: (rate: TypedRate) => void;
}

function RateFields({ of, rate, plans, onChange }: RateFieldsProps) {
  const choices = [
    { value: '', label: 'The default rate plan' },
    ...plans.filter(({ isDefault }) => !isDefault).map(({ id, title }) => ({ value: id, label: title })),
    ...(rate.channelRateId === null ? [] : [{ value: NOT_SOLD, label: 'Not sold' }]),
  ];
  return (
    <Group align="flex-start" grow preventGrowOverflow={false}>
      <NativeSelect
        label={rate.name}
        aria-label={`${of}, ${rate.name}`}
        data={choices}
        value={rate.plan}
        onChange={({ currentTarget: { value } }) => onChange({ ...rate, plan: value })}
      />
      <NumberInput
        label="Price change, %"
        aria-label={`${of}, ${rate.name}, price change in percent`}
        min={-50}
        max={300}
        decimalScale={2}
        disabled={rate.plan === NOT_SOLD}
        value={rate.percent}
        onChange={(percent) => onChange({ ...rate, percent: Number(percent) || 0 })}
      />
    </Group>
  );
}
