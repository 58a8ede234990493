import { z } from 'zod';
import { isStorable, readJson } from '#kit/text.ts';

/** An app's response to a call; `status` is null if no response arrived. */
export interface AppAnswer {
  readonly status: number | null;
  readonly body: string;
  readonly failure: string | null;
}

/** An app's page for the guest, its decline, or the reason why its response is unusable. */
type PageAnswer =
  | { readonly url: string }
  | { readonly decline: { readonly code: Decline; readonly message: string } }
  | { readonly problem: string };

/** Codes of an app that can't take the amount (docs/interface/payments.md#declining). */
export const DECLINES = ['too_small', 'too_large', 'not_exact'] as const;
export type Decline = (typeof DECLINES)[number];

/** Returns the decline for a rejection's code; null for any other rejection. */
export const declineOf = (code: string | null): Decline | null =>
  DECLINES.find((known) => known === code) ?? null;

/** Longest message of a decline. */
const MAX_MESSAGE = 500;

/** Longer URLs are refused. */
const MAX_URL = 2_048;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Returns the app's redirect URL for the guest, its decline (422 with `code` and `message`), or the reason to
 * refuse the answer: anything but 2xx with `{"redirect_url": "https://…"}`. Refuses credentials in the URL; allows plain http to this machine with
 * `allowLoopback`.
 */
export function readRedirect(
  { status, body, failure }: AppAnswer,
  { allowLoopback }: { readonly allowLoopback: boolean },
): PageAnswer {
  if (status === null) return { problem: failure ?? 'no response' };
  const decline = status === 422 ? readDecline(body) : null;
  if (decline) return { decline };
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

const Declined = z.object({
  code: z.enum(DECLINES),
  message: z.string().trim().min(1).max(MAX_MESSAGE).refine(isStorable),
});

const readDecline = (body: string) => Declined.safeParse(readJson(body)).data ?? null;
