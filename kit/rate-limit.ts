/** Result of taking from a budget. */
export interface Take {
  readonly allowed: boolean;
  /** Whole seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
  /** Budget left in this window; 0 if refused. */
  readonly remaining: number;
}

/** A key's budget per window. */
export interface RateLimitSize {
  readonly limit: number;
  readonly windowMs: number;
}

/** A budget per key and fixed window, shared by every process that uses it. */
export interface RateLimiter {
  /** Spends `cost` (1 if omitted) from the key's budget, or returns when more will be available. */
  readonly take: (key: string, cost?: number) => Promise<Take>;
}
