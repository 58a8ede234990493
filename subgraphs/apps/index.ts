import type { SubgraphDefinition } from '#db/subgraph.ts';
import { App, AppVersion, clientSecretRow } from './authoring/store/entities.ts';
import {
  AppBalance,
  AppInvoice,
  AppInvoiceSeries,
  AppPayout,
  AppRevenue,
  Charge,
  LedgerEntry,
  Plan,
  StatementPayment,
  Subscription,
  ThemeTrialDay,
  TrialDay,
  UsageRecord,
} from './billing/store/entities.ts';
import { mailRow } from './emails/outbox/outbox.ts';
import { Mail } from './emails/store/entities.ts';
import { HISTORY } from './history.ts';
import {
  AccessToken,
  Account,
  AccountEvent,
  DeviceCode,
  Factor,
  HostSession,
  MailToken,
  Membership,
  PasskeyChallenge,
  SignInFailure,
  Team,
  TeamInvitation,
} from './identity/store/entities.ts';
import { factorRow } from './identity/store/factor-rows.ts';
import {
  AuthorizationCode,
  codeSettingsRow,
  Install,
  InstallSetting,
  PastInstall,
  RuntimeToken,
  SettingVersion,
  settingRow,
  webhookSecretRow,
} from './installs/store/entities.ts';
import { queues, recurring, waits } from './jobs.ts';
import { AppListing, ListingMedia } from './listings/store/entities.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';
import { openAppsServices } from './services.ts';
import { Theme, ThemeCopy, ThemeVersion } from './themes/store/entities.ts';
import { dispatcher } from './webhooks/dispatcher/dispatcher.ts';
import { Delivery, DeliveryHour } from './webhooks/store/entities.ts';

/** Accounts, teams, apps, their versions and installs: identities and permissions. */
export const apps: SubgraphDefinition = {
  name: 'apps',
  resolvers,
  entities: [
    Account,
    Team,
    Membership,
    AccessToken,
    HostSession,
    SignInFailure,
    AccountEvent,
    DeviceCode,
    Factor,
    PasskeyChallenge,
    MailToken,
    Mail,
    TeamInvitation,
    App,
    AppVersion,
    AppListing,
    ListingMedia,
    Install,
    PastInstall,
    InstallSetting,
    SettingVersion,
    RuntimeToken,
    AuthorizationCode,
    Delivery,
    DeliveryHour,
    Theme,
    ThemeCopy,
    ThemeVersion,
    Plan,
    Subscription,
    TrialDay,
    ThemeTrialDay,
    UsageRecord,
    Charge,
    AppInvoice,
    AppInvoiceSeries,
    StatementPayment,
    LedgerEntry,
    AppBalance,
    AppPayout,
    AppRevenue,
  ],
  reactions,
  history: HISTORY,
  recurring,
  waits,
  queues,
  services: [dispatcher],
  open: (base) => ({ apps: openAppsServices(base) }),
  close: async ({ apps: { egress, emails, pictures } }) => {
    await Promise.all([egress.close(), emails.close(), pictures.close()]);
  },
  sealed: [
    {
      table: 'apps.factors',
      column: 'secret_sealed',
      from: ['id'],
      row: (factor) => factorRow(Number(factor.id)),
    },
    {
      table: 'apps.mails',
      column: 'link_sealed',
      from: ['key'],
      row: (mail) => mailRow(String(mail.key)),
    },
    {
      table: 'apps.apps',
      column: 'client_secret_sealed',
      from: ['client_id'],
      row: (app) => clientSecretRow(String(app.client_id)),
    },
    {
      table: 'apps.installs',
      column: 'webhook_secret_sealed',
      from: ['app_id', 'team_id'],
      row: (install) => webhookSecretRow({ appId: Number(install.app_id), teamId: Number(install.team_id) }),
    },
    {
      table: 'apps.authorization_codes',
      column: 'settings_sealed',
      from: ['code_hash'],
      row: (code) => codeSettingsRow(String(code.code_hash)),
    },
    {
      table: 'apps.install_settings',
      column: 'value_sealed',
      from: ['install_id', 'per', 'object_id', 'key'],
      row: (setting) =>
        settingRow({
          installId: Number(setting.install_id),
          per: String(setting.per),
          objectId: Number(setting.object_id),
          key: String(setting.key),
        }),
    },
  ],
};

// Listed in the OAuth metadata.
export { SCOPES } from '#manifest/vocabulary.ts';
// Called for a demo world, in addition to their GraphQL fields.
export { approveVersion } from './authoring/commands/approve-version.ts';
export { pushApp } from './authoring/commands/push-app.ts';
// Called at startup.
export { checkPlatformTeam } from './billing/queries/platform-team.ts';
export { countWaitingMails } from './emails/queries/mails.ts';
export { addMember } from './identity/commands/add-member.ts';
// Only used by the platform itself; there's no GraphQL field for it.
export { createAccessToken } from './identity/commands/create-access-token.ts';
export { createAccount } from './identity/commands/create-account.ts';
export { openRecovery } from './identity/commands/open-recovery.ts';
// Called at startup.
export { openSetup } from './identity/commands/open-setup.ts';
export { seedTeam } from './identity/commands/seed-team.ts';
export { updateTeam } from './identity/commands/update-team.ts';
export { installApp } from './installs/commands/install-app.ts';
export { approveListing } from './listings/commands/approve-listing.ts';
export { createListingMedia } from './listings/commands/create-listing-media.ts';
export { saveListing } from './listings/commands/save-listing.ts';
