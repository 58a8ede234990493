import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { inOrderMade } from '../../format/order.ts';
import { NewBooking } from '../bookings/new-booking.tsx';
import { timelinePropertiesDocument } from './generated.ts';
import { PropertyTimeline } from './property-timeline.tsx';

/** A property's units with their bookings day by day; hosts move guests between units here. */
export function TimelinePage() {
  const { data, error, refetch } = useTeamQueryAll(
    timelinePropertiesDocument,
    ({ properties: listed }) => listed,
  );
  const [parameters, setParameters] = useSearchParams();
  const properties = inOrderMade(data ?? []);
  const property = properties.find(({ id }) => id === parameters.get('property')) ?? properties[0];
  return (
    <Page
      title="Timeline"
      lead="Who stays where. Drag a stay to another unit, or select it and press the up or down arrow key."
      actions={
        property && (
          <>
            {properties.length > 1 && (
              <NativeSelect
                aria-label="Property"
                value={property.id}
                data={properties.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={({ currentTarget: { value } }) => setParameters({ property: value })}
              />
            )}
            <NewBooking />
          </>
        )
      }
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label="Loading the timeline" lines={8} />}
      {property && <PropertyTimeline key={property.id} property={property} />}
      {data && !property && (
        <EmptyState title="No properties yet">
          Once a property has a unit type, its units appear here.
        </EmptyState>
      )}
    </Page>
  );
}
