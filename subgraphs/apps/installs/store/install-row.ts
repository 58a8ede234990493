import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';
import type { Grants } from '../../authoring/domain/versions.ts';
import type { AppRow } from '../../authoring/queries/apps.ts';
import type { TeamRow } from '../../identity/queries/teams.ts';

export interface InstallRow {
  readonly id: number;
  readonly isActive: boolean;
  readonly isDevInstall: boolean;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly appId: number;
  readonly teamId: number;
  readonly webhookSecretSealed: string;
  readonly standardWebhooks: boolean;
  readonly app: AppRow;
  readonly team: TeamRow;
  readonly installedAt: Date | string;
  /** Installation time in microseconds since 1970. */
  readonly installedUs: number;
  readonly appPageUrl: string | null;
  readonly redirectUri: string | null;
  /** Permissions requested by the running version; null without a running version. */
  readonly asked: Grants | null;
  /** Number of the running version. */
  readonly version: number | null;
  readonly declaredTaskTypes: readonly DeclaredTaskType[] | null;
  readonly declaredSettings: readonly DeclaredSetting[] | null;
  readonly settingsVersion: number;
}
