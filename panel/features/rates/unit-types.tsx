import { t } from '@lingui/core/macro';
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { MAX_RATE_RULES } from '../../../schema/limits.ts';
import type { RatesUnitTypesQuery } from './generated.ts';

/** A unit type to apply rules to. */
export type UnitType = NonNullable<RatesUnitTypesQuery['unitTypes']>['nodes'][number];

interface ChooseUnitTypesProps {
  readonly unitTypes: readonly UnitType[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** Chooses the rules' unit types, by property. */
export function ChooseUnitTypes({ unitTypes, chosen, onChange }: ChooseUnitTypesProps) {
  const properties = Map.groupBy(unitTypes, ({ property }) => property.id);
  return (
    <Checkbox.Group
      label={t`Unit types`}
      description={t`Up to ${MAX_RATE_RULES}.`}
      value={[...chosen]}
      onChange={onChange}
    >
      <Stack gap="sm" mt="xs">
        {[...properties].map(([id, members]) => (
          <div key={id}>
            <Text size="sm" c="dimmed" mb={4}>
              {members[0]?.property.name}
            </Text>
            <Group gap="md">
              {members.map((one) => (
                <Checkbox
                  key={one.id}
                  value={one.id}
                  label={one.name}
                  disabled={chosen.length >= MAX_RATE_RULES && !chosen.includes(one.id)}
                />
              ))}
            </Group>
          </div>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
