import { Stack, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './components.module.css';
import { EmptyState } from './empty-state.tsx';
import { ErrorNote } from './error-note.tsx';
import { Loading } from './loading.tsx';
import { PageButtons } from './page-buttons.tsx';
import type { Pager } from './pager.ts';

/** A column: its heading and its cells. */
export interface Column<TRow> {
  readonly title: string;
  readonly cell: (row: TRow) => ReactNode;
  /** Aligns numbers and sums to the right. */
  readonly numeric?: boolean;
}

interface DataTableProps<TRow> {
  /** Name of the table's contents for screen readers, e.g. `Bookings`. */
  readonly label: string;
  readonly columns: readonly Column<TRow>[];
  readonly read: {
    readonly data: readonly TRow[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly rowKey: (row: TRow) => string;
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
  /** Omitted for lists that are always short. */
  readonly pager?: Pager;
  /** True for long lists, whose rows are lower. */
  readonly isDense?: boolean;
}

/** A list: its rows, or the reason why it's empty, and its page buttons. On a phone every row is a card. */
export function DataTable<TRow>({
  label,
  columns,
  read,
  rowKey,
  empty,
  pager,
  isDense = false,
}: DataTableProps<TRow>) {
  if (read.error && !read.data) return <ErrorNote error={read.error} onRetry={read.refetch} />;
  if (!read.data) return <Loading label={`Loading ${label.toLowerCase()}`} />;
  if (!read.data.length && !pager?.hasPrevious) {
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      <ErrorNote error={read.error} onRetry={read.refetch} />
      <div className={classes.paper}>
        <Table
          aria-label={label}
          className={classes.table ?? ''}
          verticalSpacing={isDense ? 6 : 'sm'}
          horizontalSpacing={isDense ? 'sm' : 'md'}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, numeric }) => (
                <Table.Th key={title} {...(numeric && { ta: 'right' })}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {read.data.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ title, cell, numeric }) => (
                  <Table.Td key={title} data-label={title} {...(numeric && { 'data-numeric': true })}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {pager && <PageButtons label={label} pager={pager} />}
    </Stack>
  );
}
