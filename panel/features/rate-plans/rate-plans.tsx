import { Button, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { PropertyNotFound } from '../../components/not-found-page.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/panel.tsx';
import { PropertyChoice } from '../properties/property-choice.tsx';
import { planAddDocument, type RatePlansOfPropertyQuery, ratePlansOfPropertyDocument } from './generated.ts';
import { PlanEditor } from './plan-editor.tsx';

type Property = NonNullable<RatePlansOfPropertyQuery['property']>;

/** A property's rate plans, by unit type. */
export function RatePlansPage() {
  return (
    <PropertyChoice title="Rate plans">
      {(id, picker) => <RatePlansOf key={id} id={id} picker={picker} />}
    </PropertyChoice>
  );
}

function RatePlansOf({ id, picker }: { readonly id: string; readonly picker: ReactNode }) {
  const { data, error, refetch } = useTeamQuery(ratePlansOfPropertyDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label="Loading rate plans" />;
  const { property } = data;
  if (!property) {
    return <PropertyNotFound title="Rate plans" />;
  }
  const unitTypes = property.unitTypes.filter(({ archivedAt }) => !archivedAt);
  return (
    <Page
      title="Rate plans"
      lead={<BackLink href={`/properties/${property.id}`}>{property.name}</BackLink>}
      actions={picker}
    >
      <Stack gap="xl">
        {unitTypes.length === 0 && (
          <EmptyState title="No unit type yet">Add a unit type to the property first.</EmptyState>
        )}
        {unitTypes.map((unitType) => (
          <Plans key={unitType.id} property={property} unitType={unitType} />
        ))}
      </Stack>
    </Page>
  );
}

interface PlansProps {
  readonly property: Property;
  readonly unitType: Property['unitTypes'][number];
}

function Plans({ property, unitType: { id, name, ratePlans } }: PlansProps) {
  const add = useTeamMutation(planAddDocument);
  const plans = ratePlans ?? [];
  const title = `Plan ${plans.length + 1}`;
  return (
    <Section title={name}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          {plans.map((plan) => (
            <PlanEditor
              key={plan.id}
              plan={plan}
              unitTypeId={id}
              currency={property.currency}
              policies={property.cancellationPolicies ?? []}
            />
          ))}
        </SimpleGrid>
        <ErrorNote error={add.error} />
        <OnlyFor roles={['manager', 'revenue']}>
          <Button
            variant="default"
            disabled={add.isPending}
            style={{ alignSelf: 'start' }}
            aria-label={`Add a rate plan to ${name}`}
            onClick={() => add.mutate({ input: { unitTypeId: id, plan: { title, active: false } } })}
          >
            Add a rate plan
          </Button>
        </OnlyFor>
      </Stack>
    </Section>
  );
}
