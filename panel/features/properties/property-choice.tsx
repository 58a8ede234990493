import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { inOrderMade } from '../../format/order.ts';
import { propertyChoicesDocument } from './generated.ts';

interface PropertyChoiceProps {
  readonly title: string;
  /** Renders the page for a property, with the picker for its heading. */
  readonly children: (id: string, picker: ReactNode) => ReactNode;
}

/** A page about one property: the property in the address (`?property=1`), else the team's first. */
export function PropertyChoice({ title, children }: PropertyChoiceProps) {
  const { data, error, refetch } = useTeamQueryAll(propertyChoicesDocument, ({ properties }) => properties);
  const [parameters, setParameters] = useSearchParams();
  const properties = inOrderMade(data ?? []);
  const id = parameters.get('property') ?? properties[0]?.id;
  if (id === undefined) {
    return (
      <Page title={title}>
        <ErrorNote error={error} onRetry={refetch} />
        {!data && !error && <Loading label={t`Loading properties`} />}
        {data && (
          <EmptyState
            title={t`No property yet`}
            action={
              <OnlyFor roles={['manager']}>
                <Button component={Link} href="/welcome" variant="default">
                  <Trans>Add a property</Trans>
                </Button>
              </OnlyFor>
            }
          >
            <Trans>This page shows one property's settings. Add a property first.</Trans>
          </EmptyState>
        )}
      </Page>
    );
  }
  const picker = properties.length > 1 && (
    <NativeSelect
      aria-label={t`Property`}
      value={id}
      data={properties.map((property) => ({ value: property.id, label: property.name }))}
      onChange={({ currentTarget: { value } }) => setParameters({ property: value })}
    />
  );
  return children(id, picker);
}
