import { createContext, type KeyboardEvent, useContext, useLayoutEffect } from 'react';

/**
 * The grid's focus: one cell is in the tab order, arrow keys move from cell to cell, and the focus follows a
 * booking that moves. Cells are found in the document, because properties load and refresh on their own: a cell
 * has `data-column`, a booking also `data-stay`, `data-booking` and `data-unit`, and a row `data-row`.
 */
export interface GridFocus {
  readonly attach: (grid: HTMLElement | null) => void;
  /** Puts the focus back after cells were replaced; called by everything that renders cells. */
  readonly settle: () => void;
  /** Makes the focus follow a booking to a unit; '' for no unit. */
  readonly follow: (bookingId: string, unitId: string) => void;
  readonly onFocus: (target: EventTarget) => void;
  readonly onBlur: (target: EventTarget) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface Place {
  readonly row: string;
  readonly column: number;
  readonly stay: string | undefined;
  readonly booking: string | undefined;
  readonly unit: string | undefined;
}

const CELL = '[data-column]';

/** Creates a grid's focus. `turn` shows earlier (-1) or later (1) nights. */
export function createGridFocus(turn: (by: -1 | 1) => void): GridFocus {
  let grid: HTMLElement | null = null;
  let place: Place | null = null;
  /** The column that Up and Down aim for, across wide cells. */
  let aim = 0;
  let isInside = false;

  function current(): HTMLElement | null {
    if (!grid || !place) return null;
    const { stay, booking, unit, row, column } = place;
    if (booking !== undefined) {
      const stays = [...grid.querySelectorAll<HTMLElement>(`[data-booking="${CSS.escape(booking)}"]`)];
      const own =
        stays.find(({ dataset }) => dataset['stay'] === stay) ??
        stays.find(({ dataset }) => dataset['unit'] === unit) ??
        stays[0];
      if (own) return own;
    }
    const line = grid.querySelector(`[data-row="${CSS.escape(row)}"]`);
    return line && cellAt(line, column);
  }

  function settle() {
    if (!grid) return;
    const tabbable = grid.querySelector<HTMLElement>(`${CELL}[tabindex="0"]`);
    const wanted = current() ?? tabbable ?? grid.querySelector<HTMLElement>(CELL);
    if (!wanted) return;
    if (wanted !== tabbable) {
      if (tabbable) tabbable.tabIndex = -1;
      wanted.tabIndex = 0;
    }
    const { activeElement } = document;
    const isLost =
      activeElement === document.body || (activeElement !== wanted && activeElement?.closest(CELL));
    if (isInside && isLost) wanted.focus();
  }

  function move(cell: HTMLElement, { key, ctrlKey }: KeyboardEvent): HTMLElement | null | undefined {
    const row = cell.closest('[data-row]');
    const cells = [...(row?.querySelectorAll<HTMLElement>(CELL) ?? [])];
    const rows = [...(grid?.querySelectorAll('[data-row]') ?? [])];
    const own = row ? rows.indexOf(row) : -1;
    const turned = key === 'Home' ? rows[0] : rows.at(-1);
    switch (key) {
      case 'ArrowLeft':
        return cells[cells.indexOf(cell) - 1];
      case 'ArrowRight':
        return cells[cells.indexOf(cell) + 1];
      case 'ArrowUp':
        return own > 0 ? cellAt(rows[own - 1], aim) : null;
      case 'ArrowDown':
        return cellAt(rows[own + 1], aim);
      case 'Home':
        return ctrlKey ? cellAt(turned, 0) : cells[0];
      case 'End':
        return ctrlKey ? cellAt(turned, Number.POSITIVE_INFINITY) : cells.at(-1);
    }
    return undefined;
  }

  return {
    attach(element) {
      grid = element;
    },
    settle,
    follow(booking, unit) {
      if (place) place = { ...place, stay: undefined, booking, unit };
      isInside = true;
    },
    onFocus(target) {
      const cell = target instanceof HTMLElement ? target.closest<HTMLElement>(CELL) : null;
      if (!cell) return;
      isInside = true;
      const { column, stay, booking, unit } = cell.dataset;
      const row = cell.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '';
      place = { row, column: Number(column), stay, booking, unit };
      settle();
    },
    onBlur(target) {
      // A dialog's events bubble to the grid, too.
      if (target instanceof Node && grid?.contains(target)) isInside = false;
    },
    onKeyDown(event) {
      const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(CELL) : null;
      if (!cell || !grid?.contains(cell) || event.altKey || event.metaKey) return;
      if (event.key === 'PageUp' || event.key === 'PageDown') {
        event.preventDefault();
        turn(event.key === 'PageUp' ? -1 : 1);
        return;
      }
      const next = move(cell, event);
      if (next === undefined && !event.key.startsWith('Arrow')) return;
      event.preventDefault();
      if (!next) return;
      const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown';
      if (!isVertical) aim = Number(next.dataset['column']);
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** Returns a row's cell that covers a column. */
const cellAt = (row: Element | undefined, column: number): HTMLElement | null =>
  row
    ? ([...row.querySelectorAll<HTMLElement>(CELL)].findLast(
        ({ dataset }) => Number(dataset['column']) <= column,
      ) ?? row.querySelector<HTMLElement>(CELL))
    : null;

/** The grid's focus, for its cells. */
export const GridFocusContext = createContext<GridFocus | null>(null);

/** Returns the grid's focus and puts it back after each render. */
export function useGridFocus(): GridFocus {
  const focus = useContext(GridFocusContext);
  if (!focus) throw new Error('useGridFocus works in a grid.');
  useLayoutEffect(() => focus.settle());
  return focus;
}
