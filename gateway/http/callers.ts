import type { Execute } from '#kit/execute.ts';
import { type Changes, createRemembered } from '#kit/remembered.ts';
import { hashToken } from '#kit/secrets.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { installByTokenDocument } from './generated.ts';

const BEARER = /^Bearer +(platform_app_[\w.~+/=-]{1,512})$/i;

/** A changed install, or an app with another live or newest version. */
export interface InstallChange {
  readonly of: 'install' | 'app';
  readonly id: number;
}

/** Changes to installs, their tokens and their apps' versions. */
export type InstallChanges = Changes<InstallChange>;

/** A caller with its documents. */
export interface Identified<V extends Viewer = Viewer> {
  readonly viewer: V;
  /** Id of the version that the install runs; null if that version registered no documents. */
  readonly documentsVersion: number | null;
}

/** Identifies callers. */
export interface Callers {
  /**
   * Returns the caller for an `Authorization` header: the runtime token's install, or the public. Never
   * refuses: fields that need an install report it (docs/interface/graphql.md#authentication).
   */
  readonly of: (authorization: string | undefined, requestId: string) => Promise<Identified>;
  /** The same as `of`, but always looks up the token. */
  readonly look: (authorization: string | undefined, requestId: string) => Promise<Identified>;
}

/** Installs cached in each process; the least recently used is dropped first. */
const REMEMBERED = 10_000;

/**
 * Caches a token's install, by the token's hash, until the install changes; without change notifications it
 * looks up every time. Invalid tokens are never cached.
 */
export function createCallers(execute: Execute, changes?: InstallChanges): Callers {
  const known = createRemembered<Identified<ViewerOf<'app'>>, InstallChange>({
    max: REMEMBERED,
    changes,
    isOf: ({ viewer }, { of, id }) => (of === 'app' ? viewer.appId : viewer.installId) === id,
  });
  const hashOf = (authorization: string | undefined) => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    return token === undefined ? null : hashToken(token);
  };
  return {
    async of(authorization, requestId) {
      const tokenHash = hashOf(authorization);
      if (tokenHash === null) return PUBLIC;
      return (await known.get(tokenHash, () => lookUp(execute, tokenHash, requestId))) ?? PUBLIC;
    },
    async look(authorization, requestId) {
      const tokenHash = hashOf(authorization);
      return (tokenHash !== null && (await lookUp(execute, tokenHash, requestId))) || PUBLIC;
    },
  };
}

async function lookUp(
  execute: Execute,
  tokenHash: string,
  requestId: string,
): Promise<Identified<ViewerOf<'app'>> | null> {
  const caller = { viewer: PUBLIC.viewer, requestId };
  const { installByToken: install } = await execute(installByTokenDocument, { tokenHash }, caller);
  return (
    install && {
      documentsVersion: install.documentsVersion,
      viewer: {
        kind: 'app',
        installId: Number(install.installId),
        appId: Number(install.appId),
        appSlug: install.appSlug,
        teamId: Number(install.teamId),
        scopes: install.scopes,
        capabilities: install.capabilities,
        ...(install.frozen && { frozen: true }),
      },
    }
  );
}

const PUBLIC: Identified = { viewer: { kind: 'public' }, documentsVersion: null };
