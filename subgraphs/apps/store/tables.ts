import { type TypedTables, typedTables } from '#db/typed.ts';
import type { App, AppVersion } from '../authoring/store/entities.ts';
import type {
  AppBalance,
  AppInvoice,
  AppPayout,
  AppRevenue,
  Charge,
  LedgerEntry,
  Plan,
  Subscription,
  ThemeTrialDay,
  TrialDay,
  UsageRecord,
} from '../billing/store/entities.ts';
import type { Mail } from '../emails/store/entities.ts';
import type {
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
} from '../identity/store/entities.ts';
import type {
  AuthorizationCode,
  Install,
  InstallSetting,
  PastInstall,
  RuntimeToken,
  SettingVersion,
} from '../installs/store/entities.ts';
import type { AppListing, ListingMedia } from '../listings/store/entities.ts';
import type { Theme, ThemeCopy, ThemeVersion } from '../themes/store/entities.ts';
import type { Delivery, DeliveryHour } from '../webhooks/store/entities.ts';

export type Tables = TypedTables<
  | typeof AccessToken
  | typeof Account
  | typeof AccountEvent
  | typeof App
  | typeof AppInvoice
  | typeof AppListing
  | typeof AppBalance
  | typeof AppPayout
  | typeof AppRevenue
  | typeof AppVersion
  | typeof AuthorizationCode
  | typeof Charge
  | typeof Delivery
  | typeof DeliveryHour
  | typeof DeviceCode
  | typeof Factor
  | typeof HostSession
  | typeof Install
  | typeof InstallSetting
  | typeof LedgerEntry
  | typeof Plan
  | typeof SettingVersion
  | typeof ListingMedia
  | typeof Mail
  | typeof MailToken
  | typeof Membership
  | typeof PasskeyChallenge
  | typeof PastInstall
  | typeof RuntimeToken
  | typeof SignInFailure
  | typeof Subscription
  | typeof Team
  | typeof TeamInvitation
  | typeof Theme
  | typeof ThemeCopy
  | typeof ThemeTrialDay
  | typeof ThemeVersion
  | typeof TrialDay
  | typeof UsageRecord
>;

/** Typed statements on the apps tables, with their entities' names. */
export const tables = typedTables<Tables>('apps');
