import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { PropertyNotFound } from '../../components/not-found-page.tsx';
import { EditableFor, OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { ContentSection } from '../content/content-section.tsx';
import { Photos } from '../photos/photos.tsx';
import { StayMeter } from '../welcome/stay-meter.tsx';
import { propertyDetailDocument } from './generated.ts';
import { PropertyForm } from './property-form.tsx';
import { Readiness } from './readiness.tsx';
import { RetireProperty } from './retire.tsx';
import { UnitTypes } from './unit-types.tsx';

/** One property: all text for its guests, its photos and its unit types. */
export function PropertyPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(propertyDetailDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the property`} />;
  const { property } = data;
  const all = (
    <BackLink href="/properties">
      <Trans>All properties</Trans>
    </BackLink>
  );
  if (!property) {
    return <PropertyNotFound title={t`Property`} />;
  }
  return (
    <Page title={property.name} lead={all} actions={<Terms propertyId={property.id} />}>
      <Readiness property={property} />
      <OnlyFor roles={['manager']}>
        <StayMeter propertyId={property.id} isOnItsPage />
      </OnlyFor>
      <EditableFor roles={['manager']} locked={property.archivedAt !== null}>
        <PropertyForm
          key={property.id}
          property={property}
          below={
            <>
              <ContentSection
                id="photos"
                title={t`Photos`}
                lead={t`The first photo is the main one. Unit types have their own photos.`}
              >
                <Photos name={property.name} showing={{ propertyId: property.id }} photos={property.media} />
              </ContentSection>
              <UnitTypes property={property} />
              <RetireProperty property={property} />
            </>
          }
        />
      </EditableFor>
    </Page>
  );
}

/** Links to the pages for the other parts of a stay's price. */
function Terms({ propertyId }: { readonly propertyId: string }) {
  return (
    <>
      <Button component={Link} href={`/rates/charges?property=${propertyId}`} variant="default">
        <Trans>Fees and taxes</Trans>
      </Button>
      <Button component={Link} href={`/rates/plans?property=${propertyId}`} variant="default">
        <Trans>Rate plans</Trans>
      </Button>
      <Button component={Link} href="/rates/cancellation" variant="default">
        <Trans>Cancellation policies</Trans>
      </Button>
    </>
  );
}
