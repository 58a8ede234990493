import type { SubgraphContext } from '#db/context.ts';

/** A team's failure. */
export interface TeamFailure {
  readonly teamId: number;
  readonly error: unknown;
}

/**
 * Runs `work` for each row, one after the other. A failure is logged and returned, and the next row's work runs anyway:
 * one team's bad data must not stop other teams' bills.
 */
export async function forEachApart<Row extends { readonly teamId: number }>(
  ctx: SubgraphContext,
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<readonly TeamFailure[]> {
  const failures: TeamFailure[] = [];
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      ctx.log.error(
        { err: error, ...row },
        "Failed to bill a team; its work is retried at the job's next run",
      );
      failures.push({ teamId: row.teamId, error });
    }
  }
  return failures;
}

/** Teams' failures, after all other teams' work was done. */
export class BillingFailed extends Error {
  readonly failures: readonly TeamFailure[];

  constructor(message: string, failures: readonly TeamFailure[]) {
    super(message, { cause: failures[0]?.error });
    this.failures = failures;
  }
}

/** Returns failures that the work reports. Throws any other error. */
export async function failuresOf(work: Promise<void>): Promise<readonly TeamFailure[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (error instanceof BillingFailed) return error.failures;
    throw error;
  }
}

/** Throws if there were failures, so that the recurring job counts its run as failed. */
export function reportFailures(failures: readonly TeamFailure[]): void {
  if (failures.length === 0) return;
  const teams = new Set(failures.map(({ teamId }) => teamId)).size;
  throw new BillingFailed(
    `Failed to bill ${teams === 1 ? 'a team' : `${teams} teams`}; all others are done.`,
    failures,
  );
}
