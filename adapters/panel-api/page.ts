import { randomToken } from '#kit/ids.ts';
import { type BuiltApplication, readPage } from '../built-assets.ts';

/** The panel's page for one response: its HTML and headers. */
export interface PanelPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Values that differ between responses. */
interface Answer {
  readonly csrfToken: string;
  /** The app whose page this document can frame, and the page's origin; null if there is no such app. */
  readonly frame: { readonly app: string; readonly origin: string } | null;
}

/** Loads the built page and returns a function that prints it for a response, with links to the documentation at `docs`. */
export function openPanelPage(panel: BuiltApplication, docs: string): (answer: Answer) => Promise<PanelPage> {
  return async ({ csrfToken, frame }) => {
    const nonce = randomToken();
    const built = await readPage(panel);
    const html = built
      .replaceAll('%CSRF_TOKEN%', csrfToken)
      .replaceAll('%STYLE_NONCE%', nonce)
      .replaceAll('%FRAME%', frame ? `${frame.app} ${frame.origin}` : '')
      .replaceAll('%DOCS%', docs);
    return { html, headers: { ...HEADERS, 'content-security-policy': policy(nonce, frame?.origin) } };
  };
}

/**
 * Allows only our own files to run and only our own API to be called. The component library writes the
 * theme's variables as a style element with this response's nonce, so `style-src` needs no 'unsafe-inline'.
 */
const policy = (nonce: string, frameOrigin = "'none'") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    `frame-src ${frameOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;
