import type { Language } from '#kit/language.ts';
import { LOGO_ID, type MailBrand, type MailLogo } from './mail-brand.ts';

/** Email content before it's rendered as text or HTML. */
export interface MailContent {
  /** English if undefined. */
  readonly language?: Language;
  readonly subject: string;
  /** Sender name if `MAIL_FROM` lacks one: the storefront's. */
  readonly sender?: string | null;
  /** Address for replies: the host's, for guests. */
  readonly replyTo?: string | null;
  readonly paragraphs: readonly string[];
  /** A person's text with its original line breaks. */
  readonly quoted?: string;
  /** The email's single action, shown as a button. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Facts, shown in two columns. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** Small print below the button. */
  readonly after?: readonly string[];
  /** The storefront's look; null for the platform's own. */
  readonly brand?: MailBrand | null;
}

/** A rendered email: the same content as text and as HTML. */
export interface PrintedMail {
  readonly language: Language;
  readonly subject: string;
  readonly sender: string | null;
  readonly replyTo: string | null;
  readonly text: string;
  readonly html: string;
}

/** Renders an email. Escapes every value; opening the email loads no remote content. */
export function printMail(content: MailContent): PrintedMail {
  const { language = 'en', subject, sender, replyTo = null } = content;
  return {
    language,
    subject: oneLine(subject),
    sender: sender ? oneLine(sender) : null,
    replyTo,
    text: asText(content),
    html: asHtml(content),
  };
}

/** Headers must fit on one line, even if a name contains line breaks. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function asText({ paragraphs, quoted, facts = [], action, after = [] }: MailContent): string {
  const blocks = [
    ...paragraphs,
    ...(quoted === undefined ? [] : [quoted]),
    ...(facts.length ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function asHtml({
  language = 'en',
  subject,
  paragraphs,
  quoted,
  facts = [],
  action,
  after = [],
  brand = null,
}: MailContent): string {
  const rows = [
    ...(brand?.logo ? [row(logoImage(brand.logo))] : []),
    ...paragraphs.map((text) => row(escaped(text))),
    ...(quoted === undefined ? [] : [quote(quoted)]),
    ...(facts.length > 0
      ? [
          row(
            `<table role="presentation" cellpadding="0" cellspacing="0" border="0">${facts.map(fact).join('')}</table>`,
          ),
        ]
      : []),
    ...(action ? [button(action, OR_COPY[language], brand?.accent ?? ACCENT)] : []),
    ...after.map((text) => row(escaped(text), 14)),
  ];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body bgcolor="${PAGE}" style="margin:0;padding:0;background-color:${PAGE}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAGE}"><tr><td align="center" style="padding:24px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:560px">
${rows.join('\n')}
</table>
</td></tr></table>
</body>
</html>
`;
}

/**
 * Outlook renders emails with Word: tables, `bgcolor`, pixels and a font on every cell, no rounded corners,
 * no `max-width`.
 */
const PAGE = '#ffffff';
const INK = '#1c2522';
const ACCENT = '#1f5c4a';
const RULE = '#8a9a94';

const font = (size: number, color = INK) =>
  `font-family:Arial,Helvetica,sans-serif;font-size:${size}px;line-height:${Math.round(size * 1.5)}px;color:${color}`;

const row = (content: string, size = 16) =>
  `<tr><td align="left" style="padding:0 0 16px 0;${font(size)}">${content}</td></tr>`;

/** Preserves line breaks; a vertical rule sets the quote apart. */
const quote = (text: string) =>
  row(
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td width="3" bgcolor="${RULE}" style="width:3px;font-size:1px">&nbsp;</td><td align="left" style="padding:0 0 0 14px;${font(16)}">${lines(text)}</td></tr></table>`,
  );

const lines = (text: string) => escaped(text).replace(/\r\n|\r|\n/g, '<br>');

const fact = ([name, value]: readonly [string, string]) =>
  `<tr><td align="left" valign="top" style="padding:2px 16px 2px 0;${font(16)}">${escaped(name)}</td><td align="left" valign="top" style="padding:2px 0;${font(16)}"><strong>${escaped(value)}</strong></td></tr>`;

const OR_COPY: Readonly<Record<Language, string>> = {
  en: 'Or copy this address into your browser:',
  de: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
  fr: 'Ou copiez cette adresse dans votre navigateur :',
  es: 'O copia esta dirección en tu navegador:',
  it: 'Oppure copia questo indirizzo nel browser:',
  nl: 'Of kopieer dit adres naar uw browser:',
};

/** The picture is attached to the email itself, so showing it loads nothing. */
const logoImage = ({ width, height, alt }: MailLogo) =>
  `<img src="cid:${LOGO_ID}" width="${width}" height="${height}" alt="${escaped(alt)}" style="display:block;border:0">`;

const button = ({ label, url }: NonNullable<MailContent['action']>, orCopy: string, accent: string) =>
  `${row(
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="${accent}" style="padding:12px 22px;background-color:${accent}"><a href="${escaped(url)}" style="${font(16, '#ffffff')};font-weight:bold;text-decoration:none">${escaped(label)}</a></td></tr></table>`,
  )}
${row(`${orCopy}<br><a href="${escaped(url)}" style="color:${accent}">${escaped(url)}</a>`, 14)}`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
