import { msg, plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Refused } from '../../api/errors.ts';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { useRowPager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import {
  type RatesAdjustInput,
  type RatesPreviewQuery,
  ratesApplyDocument,
  ratesPreviewDocument,
} from './generated.ts';
import type { UnitType } from './unit-types.tsx';

type Adjustment = NonNullable<RatesPreviewQuery['ratesAdjustPreview']['adjustment']>;
type Change = Adjustment['changes'][number];

const columnsFor = (unitTypes: readonly UnitType[]): readonly Column<Change>[] => {
  const byId = new Map(unitTypes.map((unitType) => [unitType.id, unitType]));
  const amount = (id: string, minor: number) => money(minor, byId.get(id)?.property.currency ?? 'EUR');
  return [
    { title: msg`Unit type`, cell: ({ unitTypeId }) => byId.get(unitTypeId)?.name ?? unitTypeId },
    { title: msg`Night`, cell: ({ date }) => dayAndYear(date) },
    { title: msg`Now`, numeric: true, cell: ({ unitTypeId, before }) => amount(unitTypeId, before) },
    {
      title: msg`New`,
      numeric: true,
      cell: ({ unitTypeId, after, usual }) => `${amount(unitTypeId, after)}${usual ? t` (usual rate)` : ''}`,
    },
  ];
};

interface PreviewProps {
  readonly input: RatesAdjustInput;
  readonly unitTypes: readonly UnitType[];
  readonly onApplied: (nights: number) => void;
}

/** The rules' effect night by night, and the button that applies them. */
export function Preview({ input, unitTypes, onApplied }: PreviewProps) {
  const { data, error, refetch } = useTeamQuery(ratesPreviewDocument, { input });
  const apply = useTeamMutation(ratesApplyDocument);
  const result = data?.ratesAdjustPreview;
  const adjustment = result?.adjustment;
  const { rows, pager } = useRowPager(adjustment?.changes, adjustment?.fingerprint ?? '');
  const refused = result && result.userErrors.length > 0 ? new Refused(result.userErrors) : null;
  if (!result && !error) return <Loading label={t`Working out the new rates`} lines={6} />;
  if (!adjustment) return <ErrorNote error={refused ?? error} onRetry={refetch} />;
  const { changed, fingerprint } = adjustment;
  const save = () =>
    apply.mutate(
      { input, fingerprint },
      { onSuccess: ({ ratesAdjust }) => onApplied(ratesAdjust.adjustment?.changed ?? 0) },
    );
  return (
    <Section title={t`Preview`}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {summary(adjustment)}
        </Text>
        <ErrorNote error={apply.error} onRetry={refetch} />
        {changed > 0 && (
          <>
            <DataTable
              label={t`Rates that change`}
              columns={columnsFor(unitTypes)}
              read={{ data: rows, error: null, refetch }}
              rowKey={({ unitTypeId, date }) => `${unitTypeId} ${date}`}
              empty={{ title: t`No changes` }}
              pager={pager}
            />
            {changed > adjustment.changes.length && (
              <Alert variant="light" color="gray">
                <Trans>
                  Only the first {adjustment.changes.length} of {changed} nights are listed.
                </Trans>
              </Alert>
            )}
            <Group justify="flex-end">
              <Button onClick={save} loading={apply.isPending}>
                <Plural value={changed} one="Apply to # night" other="Apply to # nights" />
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Section>
  );
}

/** Summarizes the effect on nights in a sentence. */
function summary({ changed, unchanged, skipped }: Adjustment): string {
  const parts = [
    changed > 0 ? plural(changed, { one: '# night changes', other: '# nights change' }) : t`No night changes`,
    ...(unchanged > 0
      ? [
          plural(unchanged, {
            one: '# night already has this rate',
            other: '# nights already have this rate',
          }),
        ]
      : []),
    ...(skipped > 0
      ? [plural(skipped, { one: '# night has no rate to copy', other: '# nights have no rate to copy' })]
      : []),
  ];
  return `${parts.join('; ')}.`;
}
