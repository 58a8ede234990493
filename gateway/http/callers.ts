import type { Execute } from '#kit/execute.ts';
import { type Changes, createRemembered } from '#kit/remembered.ts';
import { hashToken } from '#kit/secrets.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { installByTokenDocument } from './generated.ts';

const BEARER = /^Bearer +(platform_app_[\w.~+/=-]{1,512})$/i;

/** Changes of installs and their tokens: the install that changed. */
export type InstallChanges = Changes<number>;

/** Who asks. */
export interface Callers {
  /**
   * Who asks with an `Authorization` header: the install its runtime token stands for, else the public. Never refuses: what needs
   * an install reports it itself (docs/interface/graphql.md#authentication).
   */
  readonly of: (authorization: string | undefined, requestId: string) => Promise<Viewer>;
}

/** Installs remembered in each process; the least recently used is dropped first. */
const REMEMBERED = 10_000;

/**
 * Remembers the install of a token, by its hash, until a change of the install is heard; while changes are not heard it is looked
 * up every time. Tokens of no one are never remembered.
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
    }
  );
}

const PUBLIC: Viewer = { kind: 'public' };
