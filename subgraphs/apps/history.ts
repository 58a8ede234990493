import type { History } from '#db/history.ts';
import { MAIL_KEPT_MS } from './emails/domain/mail-schedule.ts';
import { EXPIRED_KEPT_MS } from './identity/domain/device-codes.ts';

const DAY_MS = 24 * 3_600_000;
/** Retention, so that a late replay of a code still revokes its tokens, and people can see what they revoked. */
const ENDED_KEPT_MS = 30 * DAY_MS;
const AUDIT_KEPT_MS = 400 * DAY_MS;

/** Row retention in `apps`, and the teams' audit trail. */
export const HISTORY: History = {
  purged: [
    {
      table: 'apps.host_sessions',
      rows: 'sessions of the panel, from their end on',
      since: 'expires_at',
      keptMs: 0,
      index: 'host_sessions_expires_at_idx',
    },
    {
      table: 'apps.sign_in_failures',
      rows: 'counts of failed sign-ins, from the end of their window on',
      since: 'ends_at',
      keptMs: 0,
      index: 'sign_in_failures_ends_at_idx',
    },
    {
      table: 'apps.mail_tokens',
      rows: 'links that were mailed, from their end on',
      since: 'expires_at',
      keptMs: 0,
      index: 'mail_tokens_ended',
    },
    {
      table: 'apps.device_codes',
      rows: 'sign-ins of devices, from their end on',
      since: 'expires_at',
      keptMs: EXPIRED_KEPT_MS,
      index: 'device_codes_ended',
    },
    {
      table: 'apps.team_invitations',
      rows: 'invitations, since they were answered or ended',
      since: 'coalesce(ended_at, expires_at)',
      keptMs: ENDED_KEPT_MS,
      index: 'team_invitations_ended',
    },
    {
      table: 'apps.authorization_codes',
      rows: 'OAuth codes, from their end on',
      since: 'expires_at',
      keptMs: ENDED_KEPT_MS,
      index: 'authorization_codes_expires_at_idx',
    },
    {
      table: 'apps.runtime_tokens',
      rows: 'tokens of installs, since they were revoked',
      since: 'revoked_at',
      keptMs: ENDED_KEPT_MS,
      index: 'runtime_tokens_revoked',
    },
    {
      table: 'apps.install_settings',
      rows: 'settings of installs, since their app has no such setting or was uninstalled',
      since: 'removed_at',
      keptMs: ENDED_KEPT_MS,
      index: 'install_settings_removed',
    },
    {
      table: 'apps.access_tokens',
      rows: 'personal access tokens, since they were revoked',
      since: 'revoked_at',
      keptMs: ENDED_KEPT_MS,
      index: 'access_tokens_revoked',
    },
    {
      table: 'apps.mails',
      rows: 'mails, since they were sent or given up',
      since: 'ended_at',
      keptMs: MAIL_KEPT_MS,
      where: `status <> 'queued'`,
      index: 'mails_ended',
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
      rows: 'webhooks that arrived or were given up, since their event',
      kept: '30 days',
      job: 'apps/purge-deliveries',
      index: 'deliveries_pkey',
    },
    {
      table: 'apps.accounts',
      rows: 'accounts whose address no one confirmed, without a team or an app',
      kept: '7 days',
      job: 'apps/purge-expired',
      index: 'accounts_unverified',
    },
    {
      table: 'apps.listing_media',
      rows: 'pictures that no listing shows',
      kept: '7 days',
      job: 'apps/purge-listing-media',
      index: 'listing_media_idle',
    },
  ],
  kept: [
    { table: 'apps.listings', because: 'one of a public app' },
    { table: 'apps.passkey_challenges', because: 'at most two of a session, deleted with it' },
    { table: 'apps.teams', because: 'people found them; a closed one keeps its slug' },
    { table: 'apps.memberships', because: 'one of an account in a team, deleted when they part' },
    { table: 'apps.apps', because: 'developers make them' },
    { table: 'apps.app_versions', because: 'developers push them' },
    { table: 'apps.installs', because: 'one of an app on a team' },
    { table: 'apps.setting_versions', because: 'one of an install or an object it has settings for' },
    { table: 'apps.factors', because: 'few of an account' },
    { table: 'apps.platform', because: 'one row' },
  ],
};
