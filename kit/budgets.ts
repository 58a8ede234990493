/** What a caller has after spending, or being refused. */
export interface Spending {
  readonly allowed: boolean;
  /** Whole points left. */
  readonly available: number;
  /** Whole seconds until the points are there that were asked for, at least 1. */
  readonly retryAfterSeconds: number;
}

/** A bucket of points per key; spent points flow back with time. */
export interface Budgets {
  /** Takes points, or nothing where there are too few. */
  readonly take: (key: string, points: number) => Promise<Spending>;
}

/** How large each bucket is. */
export interface BudgetSize {
  readonly capacity: number;
  readonly restoredPerSecond: number;
}
