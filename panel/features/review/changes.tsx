import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/panel.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import type { ChangeRisk, VersionInReviewFragment } from './generated.ts';

type Change = VersionInReviewFragment['changes'][number];

const RISKS: Readonly<Record<ChangeRisk, readonly [Tone, string]>> = {
  high: ['bad', 'Look closely'],
  medium: ['waiting', 'Look'],
  low: ['over', 'Minor'],
};

const COLUMNS: readonly Column<Change>[] = [
  {
    title: 'Risk',
    cell: ({ risk }) => <StatusBadge tone={RISKS[risk][0]}>{RISKS[risk][1]}</StatusBadge>,
  },
  { title: 'Field', cell: ({ field }) => <Value text={field} /> },
  { title: 'Live version', cell: ({ before }) => <Value text={before} /> },
  { title: 'This version', cell: ({ after }) => <Value text={after} /> },
];

const Value = ({ text }: { readonly text: string | null }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {text ?? '—'}
  </Text>
);

/** How a version differs from the live one, field by field, the riskiest first. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <Section title="Compared with the live version">
      <DataTable
        label="Changes"
        columns={COLUMNS}
        read={{ data: changes, error: null, refetch: () => undefined }}
        rowKey={({ field, before, after }) => JSON.stringify([field, before, after])}
        empty={{ title: 'No differences', text: 'It declares what the live version does.' }}
      />
    </Section>
  );
}
