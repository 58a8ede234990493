/** An app server's response to a request for its page. */
interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const FORBIDS_FRAME =
  "The app's page doesn't allow the panel to show it. Its developer must add the panel's address to frame-ancestors.";

/**
 * Returns why a page doesn't open in the panel; null if it does. Without the panel's origin, finds only pages that
 * no other site can frame.
 */
export function pageProblem({ status, headers }: PageResponse, panelOrigin: string | null): string | null {
  if (status >= 500) return `The app's server returned an error (status ${status}).`;
  return forbidsFrame(headers, panelOrigin) ? FORBIDS_FRAME : null;
}

/** Browsers ignore X-Frame-Options if the policy has frame-ancestors (CSP level 3, section 6.4.2). */
function forbidsFrame(headers: PageResponse['headers'], panelOrigin: string | null): boolean {
  const policies = [headers['content-security-policy'] ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .map(frameAncestors)
    .filter((sources) => sources !== null);
  if (policies.length > 0) {
    return policies.some((sources) => !sources.some((source) => allows(source, panelOrigin)));
  }
  return [headers['x-frame-options'] ?? []]
    .flat()
    .some((option) => /^\s*(?:deny|sameorigin)\s*$/i.test(option));
}

/** Returns a policy's frame-ancestors sources; null if it has no such directive. */
function frameAncestors(policy: string): readonly string[] | null {
  const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/));
  const found = directives.find(([name]) => name === 'frame-ancestors');
  return found ? found.slice(1) : null;
}

/** True if a source can match the panel. */
function allows(source: string, panelOrigin: string | null): boolean {
  if (source === "'none'" || source === "'self'") return false;
  if (source === '*' || panelOrigin === null) return true;
  const panel = new URL(panelOrigin);
  const [, scheme, host = '', port] =
    /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/)?([^:/]*)(?::(\d+|\*))?/.exec(source) ?? [];
  if (scheme !== undefined && `${scheme}:` !== panel.protocol && scheme !== 'http') return false;
  if (port !== undefined && port !== '*' && port !== portOf(panel)) return false;
  if (host === '') return true;
  return host.startsWith('*.') ? panel.hostname.endsWith(host.slice(1)) : host === panel.hostname;
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');
