import { Anchor, Button, SimpleGrid, Stack } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { EditableFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { Photos } from '../photos/photos.tsx';
import { propertyDetailDocument } from './generated.ts';
import { PropertyForm } from './property-form.tsx';
import { UnitTypeForm } from './unit-type-form.tsx';

/** One property and its unit types, each with a form. */
export function PropertyPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(propertyDetailDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label="Loading the property" />;
  const { property } = data;
  const all = (
    <Anchor component={Link} href="/properties" size="sm">
      All properties
    </Anchor>
  );
  if (!property) {
    return (
      <Page title="Property">
        <EmptyState title="Property not found" action={all}>
          This team has no property with that number. It may belong to another of your teams.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={property.name} lead={all} actions={<Terms propertyId={property.id} />}>
      <EditableFor roles={['manager']}>
        <SimpleGrid key={property.id} cols={{ base: 1, lg: 2 }} spacing="lg">
          <Panel title="Property">
            <Stack gap="lg">
              <PropertyForm property={property} />
              <Photos name={property.name} showing={{ propertyId: property.id }} photos={property.media} />
            </Stack>
          </Panel>
          {property.unitTypes.map((unitType) => (
            <Panel key={unitType.id} title={unitType.name}>
              <Stack gap="lg">
                <UnitTypeForm unitType={unitType} currency={property.currency} />
                <Photos name={unitType.name} showing={{ unitTypeId: unitType.id }} photos={unitType.media} />
              </Stack>
            </Panel>
          ))}
        </SimpleGrid>
      </EditableFor>
    </Page>
  );
}

/** Where the rest of what a stay costs is set. */
function Terms({ propertyId }: { readonly propertyId: string }) {
  return (
    <>
      <Button component={Link} href={`/properties/${propertyId}/charges`} variant="default">
        Fees and taxes
      </Button>
      <Button component={Link} href={`/properties/${propertyId}/rate-plans`} variant="default">
        Rate plans
      </Button>
      <Button component={Link} href="/cancellation" variant="default">
        Cancellation
      </Button>
    </>
  );
}
