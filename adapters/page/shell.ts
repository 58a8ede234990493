import { html } from 'hono/html';

/** Markup with every value escaped. */
export type Html = ReturnType<typeof html>;

export interface Shell {
  readonly title: string;
  /** BCP 47 tag for the page's language; defaults to English. */
  readonly language?: string;
  /** Additional head elements: descriptions for programs, never a script. */
  readonly head?: Html | null;
  /** Path of its only stylesheet, or a style element with its rules. */
  readonly styles: string | Html;
  /** Path of its only script, a module; no script by default. */
  readonly script?: string | null;
  /** Path of its icon; no icon by default. */
  readonly icon?: string | null;
  /** Path of its home screen icon, a PNG or a photo; no icon by default. */
  readonly touchIcon?: string | null;
  readonly header?: Html | null;
  readonly main: Html;
  readonly footer?: Html | null;
  /** Last content in the body. */
  readonly end?: Html | '';
}

/** Renders a whole page that works without scripts, at any width, in light and dark mode. */
export function shell({
  title,
  language = 'en',
  head,
  styles,
  script,
  icon,
  touchIcon,
  header,
  main,
  footer,
  end = '',
}: Shell): Html {
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    ${typeof styles === 'string' ? html`<link rel="stylesheet" href="${styles}">` : styles}
    ${icon ? html`<link rel="icon" href="${icon}"${icon.endsWith('.svg') ? html` type="image/svg+xml"` : ''}>` : ''}
    ${touchIcon ? html`<link rel="apple-touch-icon" href="${touchIcon}">` : ''}
    ${head ?? ''}
    ${script ? html`<script type="module" src="${script}"></script>` : ''}
  </head>
  <body>
    ${header ? html`<header>${header}</header>` : ''}
    <main>${main}</main>
    ${footer ? html`<footer>${footer}</footer>` : ''}${end}
  </body>
</html>`;
}
