/** A caller's budget after spending or a refusal. */
export interface Spending {
  readonly allowed: boolean;
  /** Whole points left. */
  readonly available: number;
  /** Whole seconds until the requested points are available, at least 1. */
  readonly retryAfterSeconds: number;
}

/** A bucket with points per key; spent points return over time. */
export interface Budgets {
  /** Takes the points, or takes zero if there are too few. */
  readonly take: (key: string, points: number) => Promise<Spending>;
}

/** Size of each bucket. */
export interface BudgetSize {
  readonly capacity: number;
  readonly restoredPerSecond: number;
}
