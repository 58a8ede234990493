import { DEFAULT_SLA_MS } from './sla.ts';
import type { TaskField, TaskRule, TaskTrigger, TaskTypeState } from './task-types.ts';

/** A task type as declared by an app. */
export interface Declared {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  readonly slaMs: number | null;
  readonly provider: 'self' | 'host';
  readonly blocksGuestReady: boolean;
  readonly fields: readonly TaskField[];
  readonly rules: readonly (Omit<TaskRule, 'trigger' | 'enabled'> & {
    readonly trigger: string;
    readonly enabledByDefault: boolean;
  })[];
}

/** A team's task type. */
export interface AppType {
  readonly state: TaskTypeState;
  readonly blocksGuestReady: boolean;
  readonly rules: readonly TaskRule[];
  readonly slaMs: number;
  readonly providerApp?: string | null | undefined;
}

/**
 * Applies a declaration to a task type. A new or retired type becomes `enabled` if the host saw it when
 * installing the app, else `offered`. An existing type keeps the host's choices: switch, SLA, provider and
 * rules; a later version's new rule is off, and a later version can't make the property wait. See
 * docs/interface/tasks.md#task-types-from-apps.
 */
export function declareType(
  declared: Declared,
  before: AppType | null,
  { app, seen }: { readonly app: string; readonly seen: boolean },
) {
  const { name, description, icon, fields } = declared;
  const known = before === null || before.state === 'retired' ? null : before;
  const state: TaskTypeState = stateOf(known, seen);
  return {
    name,
    description,
    icon,
    fields,
    state,
    registered: false,
    retiredBecause: null,
    blocksGuestReady: declared.blocksGuestReady && (known?.blocksGuestReady ?? true),
    slaMs: known?.slaMs ?? declared.slaMs ?? DEFAULT_SLA_MS,
    providerApp: known ? (known.providerApp ?? null) : declared.provider === 'self' ? app : null,
    rules: declared.rules.map(({ trigger, offsetMs, due, enabledByDefault }) => {
      const rule = known?.rules.find((one) => one.trigger === trigger);
      const enabled = known ? (rule?.enabled ?? false) : enabledByDefault;
      return { trigger: trigger as TaskTrigger, offsetMs, due, enabled }; // the manifest's validator accepts only these
    }),
  };
}

function stateOf(known: AppType | null, seen: boolean): TaskTypeState {
  if (known && known.state !== 'offered') return known.state;
  return seen ? 'enabled' : 'offered';
}

/** An install's current state. */
export interface InstallState {
  readonly appName: string;
  readonly isActive: boolean;
  readonly capabilities: readonly string[];
}

/** True if an install can add task types. */
export const mayBring = ({ isActive, capabilities }: InstallState): boolean =>
  isActive && capabilities.includes('register_task_types');

/** Returns the reason a task type was retired, as a sentence for the host. */
export function whyRetired({ appName, isActive, capabilities }: InstallState): string {
  if (!isActive) return `${appName} was uninstalled.`;
  if (!capabilities.includes('register_task_types')) return `${appName} isn't allowed to add task types.`;
  return `The current version of ${appName} doesn't declare it.`;
}
