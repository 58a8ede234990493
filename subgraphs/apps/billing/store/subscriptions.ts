import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import type { Product } from '../domain/product.ts';
import { trialDates } from '../domain/trials.ts';
import { Plan, Subscription } from './entities.ts';

/** Returns an install's live subscription, locked; null if it has none. */
export async function lockLive(em: Transaction, installId: number): Promise<Subscription | null> {
  await em.flush(); // Reading the locked row again would drop the transaction's own changes.
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return em.findOne(Subscription, { installId, status: { $ne: 'cancelled' } }, lock);
}

/** Returns a team's live subscription to a theme, locked; null if it has none. */
export async function lockLiveOfTheme(
  em: Transaction,
  { teamId, themeId }: { readonly teamId: number; readonly themeId: number },
): Promise<Subscription | null> {
  await em.flush();
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return em.findOne(Subscription, { teamId, themeId, status: { $ne: 'cancelled' } }, lock);
}

export const planOf = (em: Transaction, id: number): Promise<Plan> => em.findOneOrFail(Plan, { id });

type OfTrial = Pick<Subscription, 'teamId' | 'appId' | 'themeId' | 'test'>;

/** The table of a product's trial days, its column, and the product's id. */
const trialDays = ({ appId = null, themeId = null }: Pick<OfTrial, 'appId' | 'themeId'>) =>
  themeId === null
    ? { table: sql.table('apps.trial_days'), column: sql.ref('app_id'), id: appId }
    : { table: sql.table('apps.theme_trial_days'), column: sql.ref('theme_id'), id: themeId };

/** Returns the dates on which a team's trials of an app or theme ran. */
export async function usedTrialDays(
  em: Transaction,
  { teamId, test, ...product }: OfTrial,
): Promise<ReadonlySet<string>> {
  const { table, column, id } = trialDays(product);
  const { rows } = await sql<{ readonly day: string }>`
    SELECT day::text FROM ${table} WHERE team_id = ${teamId} AND ${column} = ${id} AND test = ${test}`.execute(
    statements(em),
  );
  return new Set(rows.map(({ day }) => day));
}

/** Records the dates on which a trial ran, up to its end or now. */
export async function keepTrialDays(
  em: Transaction,
  {
    teamId,
    test,
    startedAt,
    trialEndsAt,
    ...product
  }: OfTrial & Pick<Subscription, 'startedAt' | 'trialEndsAt'>,
  now: Date,
): Promise<void> {
  const { table, column, id } = trialDays(product);
  const to = trialEndsAt != null && trialEndsAt < now ? trialEndsAt : now;
  await sql`
    INSERT INTO ${table} (team_id, ${column}, test, day)
    SELECT ${teamId}, ${id}, ${test}, day FROM unnest(${[...trialDates({ from: startedAt, to })]}::date[]) AS day
    ON CONFLICT DO NOTHING`.execute(statements(em));
}

/** Returns the due time of a team's oldest unpaid statement with charges of an app or theme; null if all are paid. */
export async function oldestDueAt(
  em: Transaction,
  teamId: number,
  { appId, themeId }: Product,
): Promise<Date | null> {
  const { rows } = await sql<{ readonly due: string | null }>`
    SELECT min(i.due_at) AS due FROM apps.app_invoices i
    WHERE i.team_id = ${teamId} AND i.status = 'open'
      AND EXISTS (SELECT FROM apps.charges c WHERE c.invoice_id = i.id AND ${appId === null ? sql`c.theme_id = ${themeId}` : sql`c.app_id = ${appId}`})`.execute(
    statements(em),
  );
  const due = rows[0]?.due ?? null;
  return due === null ? null : new Date(due);
}
