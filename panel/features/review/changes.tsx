import { msg, t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/panel.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { translated } from '../../i18n/translated.ts';
import type { ChangeRisk, VersionInReviewFragment } from './generated.ts';

type Change = VersionInReviewFragment['changes'][number];

const RISKS: Readonly<Record<ChangeRisk, readonly [Tone, string]>> = translated({
  high: ['bad', msg`High`],
  medium: ['waiting', msg`Medium`],
  low: ['over', msg`Low`],
});

const COLUMNS: readonly Column<Change>[] = [
  {
    title: msg`Risk`,
    cell: ({ risk }) => <StatusBadge tone={RISKS[risk][0]}>{RISKS[risk][1]}</StatusBadge>,
  },
  { title: msg`Field`, cell: ({ field }) => <Value text={field} /> },
  { title: msg`Live now`, cell: ({ before }) => <Value text={before} /> },
  { title: msg`In review`, cell: ({ after }) => <Value text={after} /> },
];

const Value = ({ text }: { readonly text: string | null }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {text ?? '—'}
  </Text>
);

interface ChangesProps {
  readonly title: string;
  /** True if nothing is live that the changes could be compared with. */
  readonly isFirst?: boolean;
  readonly changes: readonly Change[];
}

/** Differences between the version in review and the live one, field by field, riskiest first. */
export function Changes({ title, isFirst = false, changes }: ChangesProps) {
  const columns = isFirst ? COLUMNS.filter((column) => column.title !== 'Live now') : COLUMNS;
  return (
    <Section title={title}>
      <DataTable
        label={t`Changes`}
        columns={columns}
        isDense
        read={{ data: changes, error: null, refetch: () => undefined }}
        rowKey={({ field, before, after }) => JSON.stringify([field, before, after])}
        empty={{ title: t`No differences`, text: t`It's identical to what's live.` }}
      />
    </Section>
  );
}
