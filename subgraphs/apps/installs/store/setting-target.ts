import { parseId } from '#kit/ids.ts';
import type { SettingScope } from '#manifest/declared-setting.ts';
import { type Refused, refuse } from '../../errors.ts';
import { OF_INSTALL, type SettingTarget } from './settings.ts';

/** Names of objects that have settings, in addition to installs. */
export const NAMED = {
  property: 'property',
  unit_type: 'unit type',
  connection: 'connection of this app',
  placement: 'placement of this app',
} as const satisfies Readonly<Record<Exclude<SettingScope, 'install'>, string>>;

/** Returns the target for values, or a refusal if there can't be one. */
export function targetOf({
  per,
  id,
}: {
  readonly per?: SettingScope | null;
  readonly id?: string | null;
}): SettingTarget | Refused {
  if (per == null || per === 'install') {
    return id == null ? OF_INSTALL : refuse('INVALID', "The install's own settings take no id.", ['id']);
  }
  const objectId = parseId(id ?? '');
  return objectId === null
    ? refuse('NOT_FOUND', `The team has no such ${NAMED[per]}.`, ['id'])
    : { per, objectId };
}
