/** What a page needs beyond its own stylesheet and forms that lead to us. */
export interface PageNeeds {
  /** Where answers to its forms may lead. */
  readonly formAction?: string;
  /** Path of its one script. */
  readonly script?: string | null;
  /** Whether it shows photos of ours. */
  readonly photos?: boolean;
  /** What its rules are allowed by; its own origin where not given. */
  readonly styles?: string;
  /** Origins of frames in it. */
  readonly frames?: readonly string[];
  /** Origins that its scripts may call. */
  readonly connect?: readonly string[];
}

/** A directive with its sources; none where there are none. */
const directive = (name: string, sources: readonly string[]): string =>
  sources.length === 0 ? '' : `${name} ${sources.join(' ')}; `;

/**
 * What every page of ours is sent with: nothing but its own rules apply, and photos of ours where it has some, nothing frames
 * it, and its address goes nowhere. Browsers hold `form-action` against where the answer to a form leads too, so a page whose forms lead on to an app
 * names more than us. A page with a script of ours names its one path.
 */
export const pageHeaders = ({
  formAction = "'self'",
  script = null,
  photos = false,
  styles = "'self'",
  frames = [],
  connect = [],
}: PageNeeds) =>
  ({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; ${script === null ? '' : `script-src ${script}; `}style-src ${styles}; ${photos ? "img-src 'self'; " : ''}${directive('frame-src', frames)}${directive('connect-src', connect)}form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }) as const;
