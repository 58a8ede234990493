import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { tables } from '../../store/tables.ts';
import { AuthorizationCode } from '../store/entities.ts';

/** An active install that its app gets tokens for. */
export interface StoreInstall {
  readonly installId: number;
  readonly appId: number;
  readonly teamId: number;
  /** The person who installed the app, or is connecting it again. */
  readonly accountId: number;
  /** First redirect URI of the app's live version. */
  readonly redirectUri: string;
}

/**
 * Issues a code that the app exchanges for its install's token, in the caller's transaction; returns its plain
 * text. The code ends with the installation (docs/interface/oauth.md#codes-from-the-store).
 */
export async function issueStoreCode(
  ctx: SubgraphContext,
  em: Transaction,
  { installId, ...bindings }: StoreInstall,
): Promise<string> {
  const { scopes, capabilities, installedAt } = await tables(em)
    .selectFrom('installs')
    .select(['scopes', 'capabilities', 'installedAt'])
    .where('id', '=', installId)
    .executeTakeFirstOrThrow();
  const { plain, hash } = mintToken(PREFIX.storeCode);
  const createdAt = ctx.clock.now();
  em.create(AuthorizationCode, {
    ...bindings,
    codeHash: hash,
    scopes,
    capabilities,
    installId,
    installedAt,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ctx.config.oauthCodeTtlMs),
  });
  return plain;
}
