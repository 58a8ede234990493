/** What taking from a budget did. */
export interface Take {
  readonly allowed: boolean;
  /** Whole seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
  /** What is left of the budget in this window; 0 when refused. */
  readonly remaining: number;
}

/** Budget of a key per window. */
export interface RateLimitSize {
  readonly limit: number;
  readonly windowMs: number;
}

/** A budget per key and fixed window, shared by every process that spends from it. */
export interface RateLimiter {
  /** Spends `cost` (1 where not given) of the key's budget, or shows when there will be more. */
  readonly take: (key: string, cost?: number) => Promise<Take>;
}
