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

/** Describes a delivery's outcome in one line. */
export function outcomeLine(sent: Sent, outcome: Outcome): string {
  const topic = sent.headers['X-Platform-Topic'];
  const mark = outcome.delivered ? out.green('delivered') : out.red('failed   ');
  return `${mark}  ${sent.event_id}  ${topic}  ${outcome.status ?? outcome.error}  ${outcome.ms} ms`;
}

/** Returns a local app's address: --to, or port 3000 on this machine with webhook_url's path. */
export async function localTarget(to: string | undefined, config: string): Promise<URL> {
  if (to === undefined) {
    const declared = (await findAppToml(config))?.table.webhook_url;
    const path =
      typeof declared === 'string' && URL.canParse(declared) ? new URL(declared).pathname : '/webhooks';
    return new URL(path, 'http://localhost:3000');
  }
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new Failure(EXIT.usage, `--to isn't an http or https address: ${to}`);
}
