import type { Language } from '#kit/language.ts';

/** What a mail says, before it is text or HTML. */
export interface MailContent {
  /** English where not given. */
  readonly language?: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What someone wrote, with its own lines. */
  readonly quoted?: string;
  /** The one thing to do, as a button. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Facts as lines of two columns. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** Small print below the button. */
  readonly after?: readonly string[];
}

/** A mail as it is sent: the same words as text and as HTML. */
export interface PrintedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Prints a mail. Every value is escaped; nothing is loaded from anywhere when it is opened. */
export function printMail(content: MailContent): PrintedMail {
  return { subject: oneLine(content.subject), text: asText(content), html: asHtml(content) };
}

/** A header has one line, whatever a name in it holds. */
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
}: MailContent): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.55 system-ui,sans-serif">
<div style="max-width:34rem;margin:0 auto">
${paragraphs.map((text) => paragraph(text)).join('\n')}
${quoted === undefined ? '' : paragraph(quoted, QUOTED)}
${facts.length ? `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px">${facts.map(fact).join('')}</table>` : ''}
${action ? button(action, OR_COPY[language]) : ''}
${after.map((text) => paragraph(text, 'font-size:14px')).join('\n')}
</div>
</body>
</html>
`;
}

const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`;

/** Lines as they were written, set apart from what is ours. */
const QUOTED = 'white-space:pre-line;padding-left:14px;border-left:3px solid #8a9a94';

const fact = ([name, value]: readonly [string, string]) =>
  `<tr><td style="padding:2px 16px 2px 0;vertical-align:top">${escaped(name)}</td><td style="padding:2px 0"><strong>${escaped(value)}</strong></td></tr>`;

const OR_COPY: Readonly<Record<Language, string>> = {
  en: 'Or copy this address into your browser:',
  de: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
};

const button = ({ label, url }: NonNullable<MailContent['action']>, orCopy: string) =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:#1f5c4a;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px">${orCopy}<br><a href="${escaped(url)}" style="word-break:break-all">${escaped(url)}</a></p>`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
