import { t } from '@lingui/core/macro';
import { Checkbox, Fieldset, Group, MultiSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTeamQueryAll } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { automationPlacesDocument } from './generated.ts';
import { SOURCES } from './message-words.ts';
import type { RuleMistakes, TypedRule } from './rule-form.ts';

interface RuleFiltersProps {
  readonly typed: TypedRule;
  readonly errors: RuleMistakes;
  readonly set: (change: Partial<TypedRule>) => void;
}

/** The stays that a rule applies to; every filter that isn't empty has to match. */
export function RuleFilters({ typed, errors, set }: RuleFiltersProps) {
  const { data, error, refetch } = useTeamQueryAll(automationPlacesDocument, ({ unitTypes }) => unitTypes);
  const unitTypes = data ?? [];
  const properties = new Map(unitTypes.map(({ property }) => [property.id, property.name]));
  const plans = unitTypes.flatMap(({ name, ratePlans }) =>
    (ratePlans ?? []).map(({ id, title }) => ({ value: id, label: `${title}, ${name}` })),
  );
  // Removed properties and plans that the rule still names.
  const withKnown = (
    listed: readonly { readonly value: string; readonly label: string }[],
    ids: readonly string[],
  ) => [
    ...listed,
    ...ids
      .filter((id) => !listed.some(({ value }) => value === id))
      .map((id) => ({ value: id, label: data ? t`${id} (no longer exists)` : id })),
  ];
  return (
    <Fieldset legend={t`Only for some stays`}>
      <Stack gap="md">
        <ErrorNote error={error} onRetry={refetch} />
        <MultiSelect
          label={t`Properties`}
          placeholder={typed.propertyIds.length > 0 ? '' : t`All properties`}
          data={withKnown(
            [...properties].map(([value, label]) => ({ value, label })),
            typed.propertyIds,
          )}
          value={[...typed.propertyIds]}
          error={errors['filters.propertyIds']}
          searchable
          onChange={(propertyIds) => set({ propertyIds })}
        />
        <MultiSelect
          label={t`Rate plans`}
          placeholder={typed.ratePlanIds.length > 0 ? '' : t`All rate plans`}
          data={withKnown(plans, typed.ratePlanIds)}
          value={[...typed.ratePlanIds]}
          error={errors['filters.ratePlanIds']}
          searchable
          onChange={(ratePlanIds) => set({ ratePlanIds })}
        />
        <Checkbox.Group
          label={t`Booked by`}
          description={t`Everyone if none is checked`}
          value={[...typed.sources]}
          error={errors['filters.sources']}
          onChange={(sources) => set({ sources: sources as TypedRule['sources'] })} // values of the boxes below
        >
          <Group gap="sm" mt={6}>
            {SOURCES.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t`Minimum nights`}
            inputMode="numeric"
            maxLength={4}
            value={typed.minNights}
            error={errors['filters.minNights']}
            onChange={({ currentTarget: { value } }) => set({ minNights: value })}
          />
          <TextInput
            label={t`Maximum nights`}
            inputMode="numeric"
            maxLength={4}
            value={typed.maxNights}
            error={errors['filters.maxNights']}
            onChange={({ currentTarget: { value } }) => set({ maxNights: value })}
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
