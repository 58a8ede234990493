import type { SubgraphContext } from '#db/context.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import type { MailBrand, MailLogo } from '../domain/mail-brand.ts';
import { type PrintedMail, printMail } from '../domain/mail-content.ts';
import { MAILS, type MailParams, type MailTemplate } from '../domain/mail-templates.ts';
import type { Notice } from '../domain/notices.ts';
import { mailRow } from './outbox.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** Columns needed to render an email. */
export interface MailRecord {
  readonly key: string;
  readonly template: MailTemplate;
  readonly params: MailParams[MailTemplate];
  readonly linkSealed: string | null;
  readonly notice?: Notice | null | undefined;
}

/** A rendered email; notices have an unsubscribe address. */
interface PrintedRecord extends PrintedMail {
  readonly unsubscribe: string | null;
}

interface Branded {
  readonly brand?: MailBrand | null;
}

/** Returns the logo that an email shows; null if it has none. */
export const logoOf = ({ params }: Pick<MailRecord, 'params'>): MailLogo | null =>
  brandIn(params)?.logo ?? null;

/** Renders an outbox email, with its link unsealed; without the logo if its file isn't attached. */
export function printRecord(
  ctx: Pick<SubgraphContext, 'vault' | 'config'>,
  { key, template, params, linkSealed, notice }: MailRecord,
  { hasLogo = false }: { readonly hasLogo?: boolean } = {},
): PrintedRecord {
  const link = linkSealed === null ? null : ctx.vault.open(linkSealed, mailRow(key));
  const content = MAILS[template](params as never, { origin: platformOrigin(ctx), link });
  const brand = brandIn(params);
  return {
    ...printMail({ ...content, brand: brand && (hasLogo ? brand : { ...brand, logo: null }) }),
    unsubscribe: notice ? unsubscribeLink(ctx, notice) : null,
  };
}

/** `writeMail` adds the brand to any template's values. */
const brandIn = (params: MailRecord['params']): MailBrand | null => (params as Branded).brand ?? null;
