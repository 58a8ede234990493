import type { Execute } from '#kit/execute.ts';
import { type Changes, createRemembered } from '#kit/remembered.ts';
import { hashToken } from '#kit/secrets.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { installByTokenDocument } from './generated.ts';

const BEARER = /^Bearer +(platform_app_[\w.~+/=-]{1,512})$/i;

/** Changes to installs and their tokens, each with the changed install's id. */
export type InstallChanges = Changes<number>;

/** Identifies callers. */
export interface Callers {
  /**
   * Returns the viewer for an `Authorization` header: the runtime token's install, or the public. Never
   * refuses: fields that need an install report it (docs/interface/graphql.md#authentication).
   */
  readonly of: (authorization: string | undefined, requestId: string) => Promise<Viewer>;
}

/** Installs cached in each process; the least recently used is dropped first. */
const REMEMBERED = 10_000;

/**
 * Caches a token's install, by the token's hash, until the install changes; without change notifications it
 * looks up every time. Invalid tokens are never cached.
 */
export function createCallers(execute: Execute, changes?: InstallChanges): Callers {
  const known = createRemembered<ViewerOf<'app'>, number>({
    max: REMEMBERED,
    changes,
    isOf: (viewer, installId) => viewer.installId === installId,
  });
  return {
    async of(authorization, requestId) {
      const token = BEARER.exec(authorization ?? '')?.[1];
      if (!token) return PUBLIC;
      const tokenHash = hashToken(token);
      return (await known.get(tokenHash, () => lookUp(execute, tokenHash, requestId))) ?? PUBLIC;
    },
  };
}

async function lookUp(
  execute: Execute,
  tokenHash: string,
  requestId: string,
): Promise<ViewerOf<'app'> | null> {
  const caller = { viewer: PUBLIC, requestId };
  const { installByToken: install } = await execute(installByTokenDocument, { tokenHash }, caller);
  return (
    install && {
      kind: 'app',
      installId: Number(install.installId),
      appId: Number(install.appId),
      appSlug: install.appSlug,
      teamId: Number(install.teamId),
      scopes: install.scopes,
      capabilities: install.capabilities,
      ...(install.frozen && { frozen: true }),
    }
  );
}

const PUBLIC: Viewer = { kind: 'public' };
