import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import type { Minor } from '#kit/money.ts';
import { operatorId } from '#kit/operator.ts';
import { MAX_REVENUE_MONTHS } from '#schema/limits.ts';
import { utcDate } from '../domain/periods.ts';

/** A month's charges in a currency. */
export interface RevenueRow {
  readonly month: string;
  readonly currency: string;
  readonly amount: Minor;
  readonly share: Minor;
}

/**
 * Returns all charges by month and currency, oldest first. Throws `ACCESS_DENIED` for anyone except
 * operators.
 */
export async function findPlatformRevenue(
  ctx: SubgraphContext,
  { months }: { readonly months: number },
): Promise<readonly RevenueRow[]> {
  operatorId(ctx);
  if (!Number.isInteger(months) || months < 1 || months > MAX_REVENUE_MONTHS)
    throw badInput(`months must be 1 to ${MAX_REVENUE_MONTHS}.`);
  const from = utcDate(ctx.clock.now())
    .with({ day: 1 })
    .subtract({ months: months - 1 });
  const { rows } = await sql<RevenueRow>`
    SELECT to_char(month, 'YYYY-MM') AS month, currency, sum(amount)::float8 AS amount, sum(share)::float8 AS share
    FROM apps.app_revenue WHERE month >= ${from.toString()}::date
    GROUP BY app_revenue.month, currency ORDER BY app_revenue.month, currency`.execute(statements(ctx));
  return rows;
}
