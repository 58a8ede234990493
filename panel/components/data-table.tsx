import { msg, t } from '@lingui/core/macro';
import { Checkbox, type CheckboxProps, Stack, Table, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconSelector } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { midSentence, shownWords, type Words } from '../i18n/translated.ts';
import classes from './components.module.css';
import { EmptyState } from './empty-state.tsx';
import { ErrorNote } from './error-note.tsx';
import { Loading } from './loading.tsx';
import { PageButtons } from './page-buttons.tsx';
import type { Pager } from './pager.ts';

/** A column: its heading and its cells. */
export interface Column<TRow> {
  readonly title: Words;
  readonly cell: (row: TRow) => ReactNode;
  /** Aligns numbers and sums to the right. */
  readonly numeric?: boolean;
  /** Sort order that the heading chooses, if the list has `sorting`. */
  readonly order?: string;
}

/** Sort order of a list, which its headings choose. */
interface Sorting {
  readonly order: string;
  readonly setOrder: (order: string) => void;
}

/** Rows chosen for an action. */
interface Choice<TRow> {
  /** Keys of the chosen rows. */
  readonly chosen: ReadonlySet<string>;
  readonly setChosen: (chosen: ReadonlySet<string>) => void;
  /** Names a row's checkbox for screen readers. */
  readonly nameOf: (row: TRow) => string;
}

interface DataTableProps<TRow> {
  /** Name of the table's contents for screen readers, e.g. `Bookings`. */
  readonly label: string;
  readonly columns: readonly Column<TRow>[];
  readonly read: {
    readonly data: readonly TRow[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
    /** True while the rows are the previous filter's or page's; the table is then marked as loading. */
    readonly isPlaceholderData?: boolean;
  };
  readonly rowKey: (row: TRow) => string;
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
  /** Omitted for short lists. */
  readonly pager?: Pager;
  /** True for long lists, whose rows are lower. */
  readonly isDense?: boolean;
  /** True to show each row on one line, and as a small card on phones. */
  readonly isBrief?: boolean;
  /** True to show the first column as the card's title on phones. */
  readonly isTitled?: boolean;
  /** A row's group, shown as a heading above its first row; rows of a group are next to each other. */
  readonly groupOf?: (row: TRow) => string;
  readonly sorting?: Sorting;
  readonly choice?: Choice<TRow>;
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
  isBrief = false,
  isTitled = false,
  groupOf,
  sorting,
  choice,
}: DataTableProps<TRow>) {
  if (read.error && !read.data) return <ErrorNote error={read.error} onRetry={read.refetch} />;
  if (!read.data) return <Loading label={t`Loading ${midSentence(label)}`} />;
  if (!read.data.length && !pager?.hasPrevious) {
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    );
  }
  const all = choice && { keys: read.data.map(rowKey), choice };
  return (
    <Stack gap="sm">
      <ErrorNote error={read.error} onRetry={read.refetch} />
      {all && (
        <ChooseAll hiddenFrom="sm" className={classes.chooseAll ?? ''} label={t(CHOOSE_ALL)} {...all} />
      )}
      <div className={classes.paper}>
        <Table
          aria-label={label}
          aria-busy={read.isPlaceholderData ?? false}
          className={classes.table ?? ''}
          {...(isBrief && { 'data-brief': true })}
          {...(isTitled && { 'data-titled': true })}
          verticalSpacing={isDense ? 6 : 'sm'}
          horizontalSpacing={isBrief ? 'xs' : isDense ? 'sm' : 'md'}
        >
          <Table.Thead>
            <Table.Tr>
              {all && (
                <Table.Th w={36}>
                  <ChooseAll visibleFrom="sm" aria-label={t(CHOOSE_ALL)} {...all} />
                </Table.Th>
              )}
              {columns.map(({ title, ...column }) => (
                <Heading key={shownWords(title)} title={shownWords(title)} {...column} sorting={sorting} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {read.data.map((row, place, rows) => {
              const group = groupOf?.(row);
              const before = rows[place - 1];
              const isFirst = group !== undefined && (before === undefined || groupOf?.(before) !== group);
              return (
                <Fragment key={rowKey(row)}>
                  {isFirst && <GroupRow title={group} columns={columns.length + (choice ? 1 : 0)} />}
                  <Table.Tr>
                    {choice && (
                      <Table.Td data-label="">
                        <Choose name={choice.nameOf(row)} rowKey={rowKey(row)} choice={choice} />
                      </Table.Td>
                    )}
                    {columns.map(({ title, cell, numeric }) => (
                      <Table.Td
                        key={shownWords(title)}
                        data-label={shownWords(title)}
                        {...(numeric && { 'data-numeric': true })}
                      >
                        {cell(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                </Fragment>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
      {pager && <PageButtons label={label} pager={pager} />}
    </Stack>
  );
}

/** Heading of a group of rows. */
const GroupRow = ({ title, columns }: { readonly title: string; readonly columns: number }) => (
  <Table.Tr className={classes.groupRow ?? ''}>
    <Table.Th colSpan={columns} scope="colgroup">
      {title}
    </Table.Th>
  </Table.Tr>
);

type HeadingProps = Pick<Column<never>, 'numeric' | 'order'> & {
  readonly title: string;
  readonly sorting?: Sorting | undefined;
};

/** A column's heading; a button if the list can be sorted by it. */
function Heading({ title, numeric, order, sorting }: HeadingProps) {
  const align = numeric ? ({ ta: 'right' } as const) : {};
  if (!sorting || order === undefined) return <Table.Th {...align}>{title}</Table.Th>;
  const isSorted = sorting.order === order;
  const Mark = isSorted ? IconChevronDown : IconSelector;
  return (
    <Table.Th {...align} {...(isSorted && { 'aria-sort': numeric ? 'descending' : 'ascending' })}>
      <UnstyledButton
        className={classes.heading ?? ''}
        fz="sm"
        fw={700}
        onClick={() => sorting.setOrder(order)}
        aria-label={t`Sort by ${midSentence(title)}`}
      >
        {title}
        <Mark size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

/** Chooses or releases a row. */
function Choose<TRow>({
  name,
  rowKey,
  choice: { chosen, setChosen },
}: {
  readonly name: string;
  readonly rowKey: string;
  readonly choice: Choice<TRow>;
}) {
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(rowKey)) next.add(rowKey);
    setChosen(next);
  };
  return <Checkbox aria-label={t`Select ${name}`} checked={chosen.has(rowKey)} onChange={toggle} />;
}

const CHOOSE_ALL = msg`Select all on this page`;

interface ChooseAllProps<TRow> extends CheckboxProps {
  readonly keys: readonly string[];
  readonly choice: Choice<TRow>;
}

/** Chooses or releases all rows of the page: in the headings, and above the cards of a phone, which have none. */
function ChooseAll<TRow>({ keys, choice: { chosen, setChosen }, ...rest }: ChooseAllProps<TRow>) {
  const count = keys.filter((key) => chosen.has(key)).length;
  const isAll = count === keys.length;
  return (
    <Checkbox
      {...rest}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => setChosen(new Set(isAll ? [] : keys))}
    />
  );
}
