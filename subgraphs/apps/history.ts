import type { History } from '#db/history.ts';
import { MAIL_KEPT_MS } from './emails/domain/mail-schedule.ts';
import { EXPIRED_KEPT_MS } from './identity/domain/device-codes.ts';
import { PAST_INSTALLS_KEPT_MS } from './installs/domain/install-days.ts';
import { DELIVERY_HOURS_KEPT_MS } from './webhooks/domain/app-health.ts';
import { HISTORY_KEPT_MS } from './webhooks/domain/platform-history.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * Retention for ended rows, so that a late replay of a code still revokes its tokens, and people can see what
 * they revoked.
 */
const ENDED_KEPT_MS = 30 * DAY_MS;
const AUDIT_KEPT_MS = 400 * DAY_MS;

/** Row retention in `apps`, and the teams' audit trail. */
export const HISTORY: History = {
  purged: [
    {
      table: 'apps.host_sessions',
      rows: 'panel sessions, from their end',
      since: 'expires_at',
      keptMs: 0,
      index: 'host_sessions_expires_at_idx',
    },
    {
      table: 'apps.sign_in_failures',
      rows: 'failed sign-in counts, from the end of their window',
      since: 'ends_at',
      keptMs: 0,
      index: 'sign_in_failures_ends_at_idx',
    },
    {
      table: 'apps.mail_tokens',
      rows: 'emailed links, from their expiry',
      since: 'expires_at',
      keptMs: 0,
      index: 'mail_tokens_ended',
    },
    {
      table: 'apps.device_codes',
      rows: 'device sign-ins, from their expiry',
      since: 'expires_at',
      keptMs: EXPIRED_KEPT_MS,
      index: 'device_codes_ended',
    },
    {
      table: 'apps.team_invitations',
      rows: 'invitations, from when they were answered or ended',
      since: 'coalesce(ended_at, expires_at)',
      keptMs: ENDED_KEPT_MS,
      index: 'team_invitations_ended',
    },
    {
      table: 'apps.authorization_codes',
      rows: 'OAuth codes, from their expiry',
      since: 'expires_at',
      keptMs: ENDED_KEPT_MS,
      index: 'authorization_codes_expires_at_idx',
    },
    {
      table: 'apps.runtime_tokens',
      rows: "installs' tokens, from when they were revoked",
      since: 'revoked_at',
      keptMs: ENDED_KEPT_MS,
      index: 'runtime_tokens_revoked',
    },
    {
      table: 'apps.install_settings',
      rows: "installs' settings, from when the app dropped the setting or was uninstalled",
      since: 'removed_at',
      keptMs: ENDED_KEPT_MS,
      index: 'install_settings_removed',
    },
    {
      table: 'apps.access_tokens',
      rows: 'personal access tokens, from when they were revoked',
      since: 'revoked_at',
      keptMs: ENDED_KEPT_MS,
      index: 'access_tokens_revoked',
    },
    {
      table: 'apps.mails',
      rows: 'emails, from when they were sent or given up',
      since: 'ended_at',
      keptMs: MAIL_KEPT_MS,
      where: `status <> 'queued'`,
      index: 'mails_ended',
    },
    {
      table: 'apps.past_installs',
      rows: "teams' ended installs of apps that they installed again, from their end",
      since: 'uninstalled_at',
      keptMs: PAST_INSTALLS_KEPT_MS,
      index: 'past_installs_age',
    },
    {
      table: 'apps.delivery_hours',
      rows: "webhook attempts by hour, from the hour's start",
      since: 'hour',
      keptMs: DELIVERY_HOURS_KEPT_MS,
      index: 'delivery_hours_age',
    },
    {
      table: 'apps.usage_records',
      rows: "paid apps' usage records, from when they were created; statements keep their sums",
      since: 'created_at',
      keptMs: AUDIT_KEPT_MS,
      index: 'usage_records_age',
    },
    {
      table: 'apps.queue_samples',
      rows: "the job queues' figures, from their time",
      since: 'at',
      keptMs: HISTORY_KEPT_MS,
      index: 'queue_samples_pkey',
    },
    {
      table: 'apps.webhook_hours',
      rows: "all apps' webhook attempts by hour, from the hour's start",
      since: 'hour',
      keptMs: HISTORY_KEPT_MS,
      index: 'webhook_hours_pkey',
    },
    {
      table: 'apps.account_events',
      rows: 'security logs of accounts',
      since: 'at',
      keptMs: AUDIT_KEPT_MS,
      index: 'account_events_at',
    },
    {
      table: 'public.team_events',
      rows: 'audit trails of teams',
      since: 'at',
      keptMs: AUDIT_KEPT_MS,
      index: 'team_events_at',
    },
  ],
  purgedByJob: [
    {
      table: 'apps.deliveries',
      rows: 'webhooks that were delivered or given up, from their event',
      kept: '30 days',
      job: 'apps/purge-deliveries',
      index: 'deliveries_pkey',
    },
    {
      table: 'apps.accounts',
      rows: 'accounts with an unconfirmed address and without a team or an app',
      kept: '7 days',
      job: 'apps/purge-expired',
      index: 'accounts_unverified',
    },
    {
      table: 'apps.listing_media',
      rows: "pictures that aren't in a listing",
      kept: '7 days',
      job: 'apps/purge-listing-media',
      index: 'listing_media_idle',
    },
  ],
  kept: [
    { table: 'apps.listings', because: 'one per public app' },
    { table: 'apps.passkey_challenges', because: 'at most two per session, deleted with it' },
    { table: 'apps.teams', because: 'people create them; a closed one keeps its slug' },
    { table: 'apps.memberships', because: 'one per account and team, deleted when the account leaves' },
    { table: 'apps.apps', because: 'developers make them' },
    { table: 'apps.app_versions', because: 'developers push them' },
    { table: 'apps.themes', because: 'developers make them' },
    { table: 'apps.theme_copies', because: 'an account has 20 at most' },
    { table: 'apps.theme_versions', because: 'developers push them' },
    { table: 'apps.installs', because: 'one per app and team' },
    { table: 'apps.plans', because: 'developers write them, and subscribers keep their versions' },
    {
      table: 'apps.subscriptions',
      because: 'one per installation of a paid app, or per team and paid theme',
    },
    { table: 'apps.trial_days', because: 'at most 61 per app and team, so that no trial can be repeated' },
    {
      table: 'apps.theme_trial_days',
      because: 'at most 61 per theme and team, so that no trial can be repeated',
    },
    { table: 'apps.charges', because: 'accounting records' },
    { table: 'apps.app_invoices', because: 'accounting records' },
    { table: 'apps.statement_payments', because: 'accounting records' },
    { table: 'apps.app_invoice_series', because: 'one per kind of document and year' },
    { table: 'apps.ledger_entries', because: 'accounting records' },
    { table: 'apps.app_payouts', because: 'accounting records' },
    { table: 'apps.app_balances', because: 'one per app or theme, and currency' },
    { table: 'apps.app_revenue', because: 'one per app or theme, currency and month' },
    { table: 'apps.setting_versions', because: 'one per install, or per object it has settings for' },
    { table: 'apps.factors', because: 'a few per account' },
    { table: 'apps.platform', because: 'one row' },
  ],
};
