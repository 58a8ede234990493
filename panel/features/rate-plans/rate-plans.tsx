import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { PropertyNotFound } from '../../components/not-found-page.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { PropertyChoice } from '../properties/property-choice.tsx';
import { ratePlansOfPropertyDocument } from './generated.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanList } from './plan-list.tsx';

/** A property's rate plans, by unit type. */
export function RatePlansPage() {
  return (
    <PropertyChoice title={t`Rate plans`}>
      {(id, picker) => <RatePlansOf key={id} id={id} picker={picker} />}
    </PropertyChoice>
  );
}

function RatePlansOf({ id, picker }: { readonly id: string; readonly picker: ReactNode }) {
  const [isAdding, adding] = useDisclosure(false);
  const { data, error, refetch } = useTeamQuery(ratePlansOfPropertyDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading rate plans`} />;
  const { property } = data;
  if (!property) {
    return <PropertyNotFound title={t`Rate plans`} />;
  }
  const unitTypes = property.unitTypes.filter(({ archivedAt }) => !archivedAt);
  const { currency } = property;
  const policies = property.cancellationPolicies ?? [];
  return (
    <Page
      title={t`Rate plans`}
      lead={t`The offers that guests choose from for each unit type, with their own price and terms.`}
      actions={
        <>
          {picker}
          {unitTypes.length > 0 && (
            <OnlyFor roles={['manager', 'revenue']}>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
                <Trans>Add a rate plan</Trans>
              </Button>
            </OnlyFor>
          )}
        </>
      }
    >
      {unitTypes.length === 0 && (
        <EmptyState
          title={t`No unit type yet`}
          action={
            <OnlyFor roles={['manager']}>
              <Button component={Link} href={`/properties/${property.id}#unit-types`} variant="default">
                <Trans>Add a unit type</Trans>
              </Button>
            </OnlyFor>
          }
        >
          <Trans>Rate plans belong to a unit type. Add one to {property.name} first.</Trans>
        </EmptyState>
      )}
      {unitTypes.length > 0 && <PlanList {...{ unitTypes, currency, policies }} />}
      {isAdding && <PlanDialog plan={null} {...{ unitTypes, currency, policies }} onClose={adding.close} />}
    </Page>
  );
}
