import type { Execute } from '#kit/execute.ts';
import { hashToken } from '#kit/secrets.ts';
import type { Viewer } from '#kit/viewer.ts';
import { installByTokenDocument } from './generated.ts';

const BEARER = /^Bearer +(platform_app_[\w.~+/=-]{1,512})$/i;

/**
 * Who asks with an `Authorization` header: the install its runtime token stands for, else the public. Never refuses: what
 * needs an install reports it itself (docs/interface/graphql.md#authentication). Asked on every request, so a revoked token ends at once.
 */
export async function authenticate(
  execute: Execute,
  { authorization, requestId }: { readonly authorization: string | undefined; readonly requestId: string },
): Promise<Viewer> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (!token) return PUBLIC;
  const caller = { viewer: PUBLIC, requestId };
  const { installByToken: install } = await execute(
    installByTokenDocument,
    { tokenHash: hashToken(token) },
    caller,
  );
  if (!install) return PUBLIC;
  return {
    kind: 'app',
    installId: Number(install.installId),
    appId: Number(install.appId),
    appSlug: install.appSlug,
    teamId: Number(install.teamId),
    scopes: install.scopes,
    capabilities: install.capabilities,
  };
}

const PUBLIC: Viewer = { kind: 'public' };
