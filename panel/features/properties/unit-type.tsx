import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { EditableFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { ContentSection } from '../content/content-section.tsx';
import { Photos } from '../photos/photos.tsx';
import { propertyDetailDocument } from './generated.ts';
import { RetireUnitType } from './retire.tsx';
import { SearchListing } from './search-listing.tsx';
import { UnitTypeForm } from './unit-type-form.tsx';

/** One unit type: its description, capacity, rate and photos. */
export function UnitTypePage() {
  const { id = '', unitTypeId } = useParams();
  const { data, error, refetch } = useTeamQuery(propertyDetailDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the unit type`} />;
  const { property } = data;
  const unitType = property?.unitTypes.find((one) => one.id === unitTypeId);
  if (!property || !unitType) {
    return (
      <NotFoundPage title={t`Unit type`} list={{ href: '/properties', label: t`All properties` }}>
        <Trans>This team has no unit type with that number. It may belong to another of your teams.</Trans>
      </NotFoundPage>
    );
  }
  const photos = (
    <>
      <ContentSection
        id="photos"
        title={t`Photos`}
        lead={t`The first photo is the main one. Guests see the property’s photos after these.`}
      >
        <Photos name={unitType.name} showing={{ unitTypeId: unitType.id }} photos={unitType.media} />
      </ContentSection>
      <RetireUnitType unitType={unitType} />
    </>
  );
  return (
    <Page
      title={unitType.name}
      lead={<BackLink href={`/properties/${property.id}#unit-types`}>{property.name}</BackLink>}
      actions={
        <Button component={Link} href={`/calendar?property=${property.id}`} variant="default">
          <Trans>Calendar</Trans>
        </Button>
      }
    >
      <SearchListing unitType={unitType} propertyId={property.id} />
      <EditableFor roles={['manager']} locked={unitType.archivedAt !== null}>
        <UnitTypeForm key={unitType.id} unitType={unitType} currency={property.currency} below={photos} />
      </EditableFor>
    </Page>
  );
}
