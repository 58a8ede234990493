import type { ButtonHTMLAttributes, HTMLAttributes } from 'react';

/**
 * Parts of an ARIA grid. Elements of a table would have these roles, but can't hold bars from the middle of a
 * column to the middle of another, or several properties that load on their own.
 */

type DivProps = HTMLAttributes<HTMLDivElement> & { readonly [data: `data-${string}`]: unknown };

/** Rows that belong together. */
export const RowGroup = (props: DivProps) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  <div role="rowgroup" {...props} />
);

/** A row. */
export const Row = (props: DivProps) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
  <div role="row" {...props} />
);

/** A row's name. */
export const RowHeader = (props: DivProps) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: only some have an action
  <div role="rowheader" {...props} />
);

/** A column's name. */
export const ColumnHeader = (props: DivProps) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: it has no action
  <div role="columnheader" {...props} />
);

type CellProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The first of its columns. */
  readonly column: number;
  readonly [data: `data-${string}`]: unknown;
};

/** A cell for clicks and keys. The grid's focus puts one cell at a time into the tab order. */
export const Cell = ({ column, ...props }: CellProps) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  <button type="button" role="gridcell" tabIndex={-1} data-column={column} {...props} />
);

/** A row with a single cell that isn't a button. */
export const LineRow = ({ children, ...props }: DivProps) => (
  <Row {...props}>
    {/* biome-ignore lint/a11y/useSemanticElements: see above */}
    {/* biome-ignore lint/a11y/useFocusableInteractive: its content has the focus */}
    <div role="gridcell">{children}</div>
  </Row>
);
