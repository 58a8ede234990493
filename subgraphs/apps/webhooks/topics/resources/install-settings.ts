import { z } from 'zod';
import { SETTING_SCOPES } from '#manifest/vocabulary.ts';
import { id, version } from './fields.ts';

export const InstallSettings = z.object({
  type: z.literal('install_settings'),
  id,
  version,
  app: z.string().describe('Slug.'),
  per: z.enum(SETTING_SCOPES).describe('The kind of object the values apply to.'),
  object_id: id
    .nullable()
    .describe('Id of the property, unit type, connection or placement; null for the install.'),
  keys: z.array(z.string()).describe('Settings that changed.'),
  complete: z.boolean().describe('True if every required setting of the install has a value.'),
});

export const describeSettings = ({
  settingsVersion,
  objectId,
  keys,
  ...changed
}: Readonly<Pick<z.output<typeof InstallSettings>, 'id' | 'app' | 'per' | 'complete'>> & {
  readonly settingsVersion: number;
  readonly objectId: number;
  readonly keys: readonly string[];
}): z.output<typeof InstallSettings> => ({
  type: 'install_settings',
  id: changed.id,
  version: settingsVersion,
  app: changed.app,
  per: changed.per,
  object_id: objectId === 0 ? null : objectId,
  keys: [...keys],
  complete: changed.complete,
});
