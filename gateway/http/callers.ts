import { LRUCache } from 'lru-cache';
import type { Execute } from '#kit/execute.ts';
import { hashToken } from '#kit/secrets.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { installByTokenDocument } from './generated.ts';

const BEARER = /^Bearer +(platform_app_[\w.~+/=-]{1,512})$/i;

/** How changes of installs and their tokens are heard, wherever they are made. */
export interface InstallChanges {
  /** Calls back with the install that changed; null for any. */
  readonly listen: (changed: (installId: number | null) => void) => Promise<void>;
  /** Whether every change up to about now was heard. */
  readonly isCurrent: () => boolean;
}

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
  const known = new LRUCache<string, ViewerOf<'app'>>({ max: REMEMBERED });
  let hears: 'nothing' | 'soon' | 'changes' = 'nothing';
  /** Increases with each change: what was read meanwhile may be older. */
  let generation = 0;

  const forget = (installId: number | null): void => {
    generation += 1;
    if (installId === null) known.clear();
    else for (const [hash, viewer] of known) if (viewer.installId === installId) known.delete(hash);
  };
  const listen = async ({ listen: start }: InstallChanges): Promise<void> => {
    hears = 'soon';
    hears = await start(forget).then(
      () => 'changes' as const,
      () => 'nothing' as const, // the next request tries again
    );
  };
  const isCurrent = (): boolean => {
    if (!changes) return false;
    if (hears === 'nothing') void listen(changes);
    return hears === 'changes' && changes.isCurrent();
  };

  return {
    async of(authorization, requestId) {
      const token = BEARER.exec(authorization ?? '')?.[1];
      if (!token) return PUBLIC;
      const tokenHash = hashToken(token);
      const current = isCurrent();
      const remembered = current && known.get(tokenHash);
      if (remembered) return remembered;
      const before = generation;
      const viewer = await lookUp(execute, tokenHash, requestId);
      if (viewer && current && before === generation) known.set(tokenHash, viewer);
      return viewer ?? PUBLIC;
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
