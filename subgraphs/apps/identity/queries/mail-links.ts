import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { LinkPurpose } from '../../emails/domain/mail-links.ts';
import { countTokens } from '../store/count-tokens.ts';
import { findLink } from '../store/mail-tokens.ts';

/** Returns an emailed link, by its token's SHA-256; null if used or ended. */
export async function findMailLink(
  ctx: SubgraphContext,
  { purpose, tokenHash }: { readonly purpose: LinkPurpose; readonly tokenHash: string },
) {
  const link = await findLink(ctx, purpose, tokenHash);
  if (!link) return null;
  const { email, accountId } = link;
  const accessTokens =
    (purpose === 'reset' || purpose === 'recover') && accountId !== null
      ? await countTokens(reader(ctx), accountId)
      : null;
  return { purpose, email, accessTokens };
}
