import type { SubgraphContext } from '#db/context.ts';
import type { LinkPurpose } from '../domain/mail-links.ts';
import { findLink } from '../store/mail-tokens.ts';

/** What a link of a mail is for, by its token's SHA-256; null where it was used or ended. */
export async function findMailLink(
  ctx: SubgraphContext,
  { purpose, tokenHash }: { readonly purpose: LinkPurpose; readonly tokenHash: string },
) {
  const link = await findLink(ctx, purpose, tokenHash);
  return link && { purpose, email: link.email };
}
