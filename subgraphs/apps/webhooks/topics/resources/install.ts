import { z } from 'zod';
import { id, version } from './fields.ts';

export const Install = z.object({
  type: z.literal('install'),
  id,
  version,
  app: z.string().describe('Slug.'),
  scopes: z.array(z.string()).describe('Permissions that the host consented to.'),
  capabilities: z.array(z.string()),
});

export const describeInstall = ({
  scopes,
  capabilities,
  ...install
}: Readonly<Omit<z.output<typeof Install>, 'type' | 'scopes' | 'capabilities'>> & {
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
}): z.output<typeof Install> => ({
  type: 'install',
  ...install,
  scopes: [...scopes],
  capabilities: [...capabilities],
});
