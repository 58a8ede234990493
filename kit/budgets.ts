/** A caller's budget after a request spent points or was refused. */
export interface Spending {
  readonly allowed: boolean;
  /** Whole points left. */
  readonly available: number;
  /** Whole seconds until the requested points are available, at least 1. */
  readonly retryAfterSeconds: number;
}

/** A bucket with points per key; spent points return over time. */
export interface Budgets {
  /** Takes the points; if too few are left, takes 0. */
  readonly take: (key: string, points: number) => Promise<Spending>;
}

/** Size of each bucket. */
export interface BudgetSize {
  readonly capacity: number;
  readonly restoredPerSecond: number;
}
