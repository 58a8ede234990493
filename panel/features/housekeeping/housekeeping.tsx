import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { housekeepingPropertiesDocument, housekeepingUnitsDocument } from './generated.ts';
import classes from './housekeeping.module.css';
import { UnitRow } from './unit-row.tsx';

/** Every unit's housekeeping status, by property, with buttons large enough for a phone in a corridor. */
export function HousekeepingPage() {
  const { data, error, refetch } = useTeamQuery(housekeepingPropertiesDocument, {});
  const [picked, setPicked] = useState<string | null>(null);
  const properties = data?.properties?.nodes ?? [];
  const propertyId = picked ?? properties[0]?.id;
  return (
    <Page
      title={t`Housekeeping`}
      lead={t`Which units are clean, dirty or out of order. The page refreshes automatically.`}
      actions={
        properties.length > 1 && (
          <NativeSelect
            aria-label={t`Property`}
            value={propertyId}
            data={properties.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setPicked(currentTarget.value)}
          />
        )
      }
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading properties`} />}
      {data && !propertyId && (
        <EmptyState title={t`No properties yet`}>
          <Trans>Once this team has a property, its units appear here.</Trans>
        </EmptyState>
      )}
      {propertyId && <Units key={propertyId} propertyId={propertyId} />}
    </Page>
  );
}

function Units({ propertyId }: { readonly propertyId: string }) {
  const { after, pagerOf } = usePager(propertyId);
  const { data, error, refetch } = useTeamQuery(
    housekeepingUnitsDocument,
    { propertyId, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const page = data?.unitTypes;
  return (
    <>
      <ErrorNote error={error} onRetry={refetch} />
      {!page && !error && <Loading label={t`Loading units`} />}
      {page?.nodes.length === 0 && (
        <EmptyState title={t`No unit types yet`}>
          <Trans>Once this property has a unit type, its units appear here.</Trans>
        </EmptyState>
      )}
      {page?.nodes.map(({ id, name, namedUnits }) => (
        <Section key={id} title={name}>
          <ul className={classes.units}>
            {namedUnits.map((unit) => (
              <UnitRow key={unit.id} unit={unit} />
            ))}
          </ul>
        </Section>
      ))}
      <PageButtons label={t`Unit types`} pager={pagerOf(page?.pageInfo)} />
    </>
  );
}
