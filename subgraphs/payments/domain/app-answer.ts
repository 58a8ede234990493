import { readJson } from '#kit/text.ts';

/** An app's response to a call; `status` is null if no response arrived. */
export interface AppAnswer {
  readonly status: number | null;
  readonly body: string;
  readonly failure: string | null;
}

/** Longer URLs are refused. */
const MAX_URL = 2_048;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Returns the app's redirect URL for the guest, or the reason to refuse it: anything but 2xx with
 * `{"redirect_url": "https://…"}`. Refuses credentials in the URL; allows plain http to this machine with
 * `allowLoopback`.
 */
export function readRedirect(
  { status, body, failure }: AppAnswer,
  { allowLoopback }: { readonly allowLoopback: boolean },
): { readonly url: string } | { readonly problem: string } {
  if (status === null) return { problem: failure ?? 'no response' };
  if (status < 200 || status > 299) return { problem: `it returned ${status}` };
  const address = redirectUrlIn(body);
  if (address === null) return { problem: 'the response has no redirect_url' };
  if (address.length > MAX_URL || !/^[^\s\p{C}\\]+$/u.test(address) || !URL.canParse(address)) {
    return { problem: "redirect_url isn't a URL" };
  }
  const url = new URL(address);
  if (url.username || url.password) return { problem: 'redirect_url contains credentials' };
  const local = allowLoopback && url.protocol === 'http:' && LOOPBACK.test(url.hostname);
  if (url.protocol !== 'https:' && !local) return { problem: "redirect_url isn't https" };
  return { url: url.href };
}

function redirectUrlIn(body: string): string | null {
  const answer = readJson(body);
  if (typeof answer !== 'object' || answer === null || !('redirect_url' in answer)) return null;
  return typeof answer.redirect_url === 'string' ? answer.redirect_url : null;
}
