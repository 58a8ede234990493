import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Switch, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { PropertyNotFound } from '../../components/not-found-page.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { PropertyChoice } from '../properties/property-choice.tsx';
import { extraWords, feeWords, taxWords, whenWords } from './charge-words.ts';
import { FeeDialog } from './fee-dialog.tsx';
import {
  type ChargesOfPropertyQuery,
  chargesOfPropertyDocument,
  feeEndDocument,
  taxCancellationFeesSetDocument,
  taxEndDocument,
} from './generated.ts';
import { TaxDialog } from './tax-dialog.tsx';

type Property = NonNullable<ChargesOfPropertyQuery['property']>;

/** A property's charges in addition to the rate: fees and taxes. */
export function ChargesPage() {
  return (
    <PropertyChoice title={t`Fees and taxes`}>
      {(id, picker) => <ChargesOf key={id} id={id} picker={picker} />}
    </PropertyChoice>
  );
}

function ChargesOf({ id, picker }: { readonly id: string; readonly picker: ReactNode }) {
  const { data, error, refetch } = useTeamQuery(chargesOfPropertyDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading fees and taxes`} />;
  const { property } = data;
  if (!property) {
    return <PropertyNotFound title={t`Fees and taxes`} />;
  }
  return (
    <Page
      title={t`Fees and taxes`}
      lead={<BackLink href={`/properties/${property.id}`}>{property.name}</BackLink>}
      actions={picker}
    >
      <Stack gap="lg">
        <Fees property={property} />
        <Taxes property={property} />
      </Stack>
    </Page>
  );
}

function Fees({ property }: { readonly property: Property }) {
  const [edited, setEdited] = useState<Property['fees'][number] | 'new' | null>(null);
  const remove = useTeamMutation(feeEndDocument);
  return (
    <Panel title={t`Fees`}>
      <Charges
        label={t`Fees`}
        empty={t`No fees yet. Add one for cleaning or linen, for example.`}
        rows={property.fees.map((fee) => ({
          id: fee.id,
          name: fee.name,
          amount: feeWords(fee, property.currency),
          when: `${extraWords(fee)}${whenWords(fee)}${fee.taxable ? t`, taxed` : ''}`,
          edit: () => setEdited(fee),
        }))}
        remove={remove}
      />
      <OnlyFor roles={['manager']}>
        <Button mt="md" variant="default" onClick={() => setEdited('new')}>
          <Trans>Add a fee</Trans>
        </Button>
      </OnlyFor>
      {edited && (
        <FeeDialog
          property={property}
          fee={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}

function Taxes({ property }: { readonly property: Property }) {
  const [edited, setEdited] = useState<Property['taxes'][number] | 'new' | null>(null);
  const remove = useTeamMutation(taxEndDocument);
  return (
    <Panel title={t`Taxes`}>
      <Charges
        label={t`Taxes`}
        empty={t`No taxes yet. Add a visitor tax, for example.`}
        rows={property.taxes.map((tax) => ({
          id: tax.id,
          name: tax.name,
          amount: taxWords(tax, property.currency),
          when: whenWords(tax),
          edit: () => setEdited(tax),
        }))}
        remove={remove}
      />
      <OnlyFor roles={['manager']}>
        <Button mt="md" variant="default" onClick={() => setEdited('new')}>
          <Trans>Add a tax</Trans>
        </Button>
        {property.taxes.some(({ percent }) => percent !== null) && <TaxedCancellations property={property} />}
      </OnlyFor>
      {edited && (
        <TaxDialog
          property={property}
          tax={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}

/** Setting that adds percentage taxes to cancellation fees; it takes effect immediately. */
function TaxedCancellations({ property: { id, taxCancellationFees } }: { readonly property: Property }) {
  const { mutate, isPending, error } = useTeamMutation(taxCancellationFeesSetDocument);
  return (
    <>
      <Switch
        mt="lg"
        label={t`Tax cancellation fees`}
        description={t`Percentage taxes are added to the fee when a booking is cancelled.`}
        checked={taxCancellationFees}
        disabled={isPending}
        onChange={() => mutate({ input: { id, taxCancellationFees: !taxCancellationFees } })}
      />
      <ErrorNote error={error} />
    </>
  );
}

interface ChargesProps {
  readonly label: string;
  readonly empty: string;
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly amount: string;
    readonly when: string;
    readonly edit: () => void;
  }[];
  readonly remove: {
    readonly mutateAsync: (named: { readonly id: string }) => Promise<unknown>;
    readonly isPending: boolean;
    readonly error: unknown;
  };
}

/** Fees or taxes, one per row. */
function Charges({ label, empty, rows, remove }: ChargesProps) {
  if (rows.length === 0) return <Text size="sm">{empty}</Text>;
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label={label}>
        <Table.Tbody>
          {rows.map(({ id, name, amount, when, edit }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row">
                {name}
                <Text size="sm" c="dimmed" fw={400}>
                  {when}
                </Text>
              </Table.Th>
              <Table.Td>{amount}</Table.Td>
              <Table.Td>
                <OnlyFor roles={['manager']}>
                  <Group gap="xs" justify="flex-end">
                    <Button size="xs" variant="default" aria-label={t`Edit ${name}`} onClick={edit}>
                      <Trans>Edit</Trans>
                    </Button>
                    <ConfirmButton
                      size="xs"
                      aria-label={t`Remove ${name}`}
                      title={t`Remove ${name}?`}
                      text={t`Stays are sold without it from now on. Bookings keep the terms they were sold with.`}
                      confirmLabel={t`Remove it`}
                      onConfirm={() => remove.mutateAsync({ id })}
                      isPending={remove.isPending}
                      error={remove.error}
                    >
                      <Trans>Remove</Trans>
                    </ConfirmButton>
                  </Group>
                </OnlyFor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
