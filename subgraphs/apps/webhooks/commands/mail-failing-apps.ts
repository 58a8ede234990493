import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import {
  type Attempts,
  failedShare,
  failureReason,
  hasRisen,
  RISING,
  WEEK_MS,
} from '../domain/app-health.ts';
import { findFailing } from '../queries/app-health.ts';

/** An app with failed attempts, its developer, and its attempts in the last seven days and the seven before. */
interface FailingApp {
  readonly id: number;
  readonly slug: string;
  readonly app: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string | null;
  readonly week: Attempts;
  readonly before: Attempts;
}

/** Failures listed in an email; the panel lists the others. */
const MOST_LISTED = 10;

/**
 * Emails the developers of apps whose webhooks fail more often than in the week before, at most once a week per
 * app (docs/interface/mails.md#failing-webhooks). Safe to repeat and to run concurrently.
 */
export async function mailFailingApps(ctx: SubgraphContext): Promise<void> {
  for (const app of await findFailingApps(ctx))
    if (hasRisen(app.week, app.before)) await mailDeveloper(ctx, app);
}

async function mailDeveloper(
  ctx: SubgraphContext,
  { id, slug, app, email, name, locale, week, before }: FailingApp,
): Promise<void> {
  const failing = (await findFailing(ctx, id)).filter(({ isDevInstall }) => !isDevInstall);
  const now = ctx.clock.now();
  await inTransaction(ctx, async (em) => {
    const marked = await sql`
      UPDATE apps.apps SET failures_mailed_at = ${now} WHERE id = ${id} AND ${mayMail(now)}
      RETURNING id`.execute(statements(em));
    if (marked.rows.length === 0) return; // another process has emailed the developer
    await writeMail(ctx, em, {
      key: `app-failing/${id}/${now.getTime()}`,
      to: email,
      template: 'app-failing',
      params: {
        language: languageOf(locale),
        name,
        app,
        slug,
        failed: week.failed,
        attempts: week.failed + week.delivered,
        percent: percentOf(week),
        percentBefore: percentOf(before),
        failing: failing
          .slice(0, MOST_LISTED)
          .map(({ team, topic, ...attempt }) => ({ team, topic, error: failureReason(attempt) })),
        more: Math.max(0, failing.length - MOST_LISTED),
      },
      link: `/panel/developer/${slug}`,
    });
  });
}

const percentOf = (attempts: Attempts): number => Math.round(100 * failedShare(attempts));

/** True for an app whose developer hasn't been emailed for a week. */
const mayMail = (now: Date) =>
  sql`(failures_mailed_at IS NULL OR failures_mailed_at <= ${new Date(now.getTime() - WEEK_MS)})`;

/** Finds apps with enough failed attempts at active installs, except development installs. */
async function findFailingApps(ctx: SubgraphContext): Promise<readonly FailingApp[]> {
  const now = ctx.clock.now();
  const [week, before] = [1, 2].map((weeks) => new Date(now.getTime() - weeks * WEEK_MS));
  const statement: RawBuilder<FailingApp> = sql`
    WITH counted AS (
      SELECT i.app_id,
        coalesce(sum(h.delivered) FILTER (WHERE h.hour > ${week}), 0)::int AS delivered,
        coalesce(sum(h.failed) FILTER (WHERE h.hour > ${week}), 0)::int AS failed,
        coalesce(sum(h.delivered) FILTER (WHERE h.hour <= ${week}), 0)::int AS delivered_before,
        coalesce(sum(h.failed) FILTER (WHERE h.hour <= ${week}), 0)::int AS failed_before
      FROM apps.delivery_hours h
      JOIN apps.installs i ON i.id = h.install_id
      WHERE h.hour > ${before} AND i.is_active AND NOT i.is_dev_install
      GROUP BY i.app_id
    )
    SELECT a.id, a.slug, a.name AS app, d.email, d.name, d.locale,
      jsonb_build_object('delivered', c.delivered, 'failed', c.failed) AS week,
      jsonb_build_object('delivered', c.delivered_before, 'failed', c.failed_before) AS before
    FROM counted c
    JOIN apps.apps a ON a.id = c.app_id
    JOIN apps.accounts d ON d.id = a.account_id
    WHERE c.failed >= ${RISING.leastFailed} AND d.status = 'active' AND ${mayMail(now)}
    ORDER BY a.id`;
  const { rows } = await statement.execute(statements(ctx));
  return rows;
}
