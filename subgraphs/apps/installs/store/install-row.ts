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
  /** The same in microseconds since 1970. */
  readonly installedUs: number;
  readonly appPageUrl: string | null;
  /** What the version it runs asks for; null if it runs none. */
  readonly asked: Grants | null;
  readonly declaredTaskTypes: readonly DeclaredTaskType[] | null;
  readonly declaredSettings: readonly DeclaredSetting[] | null;
  readonly settingsVersion: number;
}
