import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import { trialDates } from '../domain/trials.ts';
import { Plan, Subscription } from './entities.ts';

/** Returns an install's live subscription, locked; null if it has none. */
export async function lockLive(em: Transaction, installId: number): Promise<Subscription | null> {
  await em.flush(); // Reading the locked row again would drop the transaction's own changes.
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return em.findOne(Subscription, { installId, status: { $ne: 'cancelled' } }, lock);
}

export const planOf = (em: Transaction, id: number): Promise<Plan> => em.findOneOrFail(Plan, { id });

type OfTrial = Pick<Subscription, 'teamId' | 'appId' | 'test'>;

/** Returns the dates on which a team's trials of an app ran. */
export async function usedTrialDays(
  em: Transaction,
  { teamId, appId, test }: OfTrial,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly day: string }>`
    SELECT day::text FROM apps.trial_days
    WHERE team_id = ${teamId} AND app_id = ${appId} AND test = ${test}`.execute(statements(em));
  return new Set(rows.map(({ day }) => day));
}

/** Records the dates on which a trial ran, up to its end or now. */
export async function keepTrialDays(
  em: Transaction,
  { teamId, appId, test, startedAt, trialEndsAt }: OfTrial & Pick<Subscription, 'startedAt' | 'trialEndsAt'>,
  now: Date,
): Promise<void> {
  const to = trialEndsAt != null && trialEndsAt < now ? trialEndsAt : now;
  await sql`
    INSERT INTO apps.trial_days (team_id, app_id, test, day)
    SELECT ${teamId}, ${appId}, ${test}, day FROM unnest(${[...trialDates({ from: startedAt, to })]}::date[]) AS day
    ON CONFLICT DO NOTHING`.execute(statements(em));
}

/** Returns the due time of a team's oldest unpaid statement with charges of an app; null if all are paid. */
export async function oldestDueAt(
  em: Transaction,
  { teamId, appId }: { readonly teamId: number; readonly appId: number },
): Promise<Date | null> {
  const { rows } = await sql<{ readonly due: string | null }>`
    SELECT min(i.due_at) AS due FROM apps.app_invoices i
    WHERE i.team_id = ${teamId} AND i.status = 'open'
      AND EXISTS (SELECT FROM apps.charges c WHERE c.invoice_id = i.id AND c.app_id = ${appId})`.execute(
    statements(em),
  );
  const due = rows[0]?.due ?? null;
  return due === null ? null : new Date(due);
}
