import type { EntityManager } from '@mikro-orm/postgresql';
import { AccessToken } from './entities.ts';

/** Number of access tokens of an account that work. */
export const countTokens = (em: EntityManager, accountId: number): Promise<number> =>
  em.count(AccessToken, { accountId, revokedAt: null });
