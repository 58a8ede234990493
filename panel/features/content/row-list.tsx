import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import classes from './content.module.css';

interface RowListProps<Row> {
  /** Plural noun for the rows, e.g. `Beds`. */
  readonly label: string;
  /** Singular noun for a row, e.g. `bed`. */
  readonly one: string;
  readonly rows: readonly Row[];
  readonly most: number;
  readonly fresh: Row;
  readonly onChange: (rows: readonly Row[]) => void;
  /** A row's two or three fields. */
  readonly fields: (row: Row, change: (part: Partial<Row>) => void, name: string) => ReactNode;
  readonly columns?: 2 | 3;
}

/** A short list, edited in place. The focus follows added and removed rows. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, one, rows, most, fresh, onChange, fields, columns = 2 } = props;
  const list = useRef<HTMLUListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const focusLast = () =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child :is(input, select)')?.focus(),
    );
  const add = () => {
    onChange([...rows, fresh]);
    focusLast();
  };
  const remove = (place: number) => {
    onChange(rows.toSpliced(place, 1));
    adding.current?.focus();
  };
  return (
    <>
      {rows.length > 0 && (
        <ul className={classes.rows} ref={list} aria-label={label}>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and keep nothing of their own
            <li key={place} className={classes.row} data-columns={columns}>
              {fields(row, (part) => onChange(rows.with(place, { ...row, ...part })), `${one} ${place + 1}`)}
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t`Remove ${one} ${place + 1}`}
                onClick={() => remove(place)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          ref={adding}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.length >= most}
          onClick={add}
        >
          <Trans>Add a {one}</Trans>
        </Button>
      </div>
    </>
  );
}
