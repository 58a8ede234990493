import type { Data } from './api/operations.ts';
import { EXIT, Failure, reason } from './failure.ts';
import { findAppToml } from './manifest/app-toml.ts';
import { out } from './terminal/output.ts';

/** A delivery as sent to an app: the exact body and its signature headers. */
export type Sent = Data<'getDelivery'>;

export type Outcome = {
  readonly delivered: boolean;
  readonly status?: number;
  readonly error?: string;
  readonly ms: number;
};

const TIMEOUT_MS = 10_000;

/**
 * Posts a delivery to a local address with the platform's exact body and signed headers, and by the
 * platform's rules: 10 s, no redirects, 2xx is success (docs/interface/webhooks.md#topics).
 */
export async function deliver(sent: Sent, to: URL): Promise<Outcome> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sent.headers },
      body: sent.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { delivered: response.ok, status: response.status, ms: elapsed() };
  } catch (error) {
    return { delivered: false, error: reason(error), ms: elapsed() };
  }
}

/** Describes a response to a delivery: `204 in 35 ms`, or the reason for a missing one. */
export function responseText({
  status,
  error,
  ms,
}: {
  readonly status?: number | null | undefined;
  readonly error?: string | null | undefined;
  readonly ms?: number | null | undefined;
}): string {
  const answer = status ?? error;
  if (answer == null) return '-';
  return ms == null ? `${answer}` : `${answer} in ${ms} ms`;
}

/** Describes a delivery's outcome in one line. */
export function outcomeLine(sent: Sent, outcome: Outcome): string {
  const topic = sent.headers['X-Platform-Topic'];
  const mark = outcome.delivered ? out.green('delivered') : out.red('failed   ');
  return `${mark}  ${sent.event_id}  ${topic}  ${responseText(outcome)}`;
}

/**
 * Returns a local app's address: --to, by default port 3000 on this machine. An address without a path gets
 * webhook_url's.
 */
export async function localTarget(to: string | undefined, config: string): Promise<URL> {
  const url = new URL(addressOf(to ?? 'http://localhost:3000'));
  if (url.pathname !== '/' || url.search !== '') return url;
  const declared = (await findAppToml(config))?.table.webhook_url;
  if (typeof declared !== 'string' || !URL.canParse(declared)) return new URL('/webhooks', url);
  const { pathname, search } = new URL(declared);
  return new URL(pathname + search, url);
}

function addressOf(to: string): string {
  const protocol = URL.canParse(to) ? new URL(to).protocol : null;
  if (protocol === 'http:' || protocol === 'https:') return to;
  throw new Failure(EXIT.usage, `--to isn't an http or https address: ${to}`);
}
