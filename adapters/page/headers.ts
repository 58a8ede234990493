/** A page's needs beyond its own stylesheet and forms posted to us. */
export interface PageNeeds {
  /** Allowed redirect targets for its forms. */
  readonly formAction?: string;
  /** Path of its only script. */
  readonly script?: string | null;
  /** Set if it shows our photos. */
  readonly photos?: boolean;
  /** Allowed sources for its styles; defaults to its own origin. */
  readonly styles?: string;
  /** Set if it uses our fonts. */
  readonly fonts?: boolean;
  /** Set if a page from the same origin can frame it. */
  readonly isFramedByPanel?: boolean;
  /** Origins of its frames. */
  readonly frames?: readonly string[];
  /** Origins that its scripts can call. */
  readonly connect?: readonly string[];
}

/** Returns a directive with its sources; empty if there are no sources. */
const directive = (name: string, sources: readonly string[]): string =>
  sources.length === 0 ? '' : `${name} ${sources.join(' ')}; `;

/**
 * Returns headers for every page: only its own rules apply, and it can load our photos if it shows any; it
 * can't be framed, and its address isn't sent as a referrer. Browsers also apply `form-action` to redirects
 * after a form, so a page whose forms redirect to an app allows more than our origin. A page with our script
 * allows only the script's path.
 */
export const pageHeaders = ({
  formAction = "'self'",
  script = null,
  photos = false,
  styles = "'self'",
  fonts = false,
  isFramedByPanel = false,
  frames = [],
  connect = [],
}: PageNeeds) =>
  ({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; ${script === null ? '' : `script-src ${script}; `}style-src ${styles}; ${photos ? "img-src 'self'; " : ''}${fonts ? "font-src 'self'; " : ''}${directive('frame-src', frames)}${directive('connect-src', connect)}form-action ${formAction}; base-uri 'none'; frame-ancestors ${isFramedByPanel ? "'self'" : "'none'"}`,
    'x-frame-options': isFramedByPanel ? 'SAMEORIGIN' : 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }) as const;
