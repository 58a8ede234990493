import type { EntityManager } from '@mikro-orm/postgresql';
import { AccessToken } from './entities.ts';

/** Counts an account's valid access tokens. */
export const countTokens = (em: EntityManager, accountId: number): Promise<number> =>
  em.count(AccessToken, { accountId, revokedAt: null });
