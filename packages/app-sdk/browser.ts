/** What an embedded page knows of the panel around it. */
export interface PanelOptions {
  /** Origin of the host panel: no one else is asked for a token, and no one else's is taken. */
  readonly panelOrigin: string;
  /** The token the page was opened with; `?session=` of its address where not given. */
  readonly token?: string | null;
  /** How long the panel may take to answer; 5,000 where not given. */
  readonly timeoutMs?: number;
}

/** The embedded page's side of the host panel. */
export interface Panel {
  /** A token that is good for half a minute at least: the one at hand, or a fresh one of the panel. */
  readonly token: () => Promise<string>;
  /** A fresh token of the panel, whatever the one at hand is worth. */
  readonly refresh: () => Promise<string>;
  /** `fetch` with that token as `Authorization: Bearer`, once more with a fresh one when the answer is 401. */
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

/** Tokens with less time left are replaced before they are used. */
const LEEWAY_SECONDS = 30;

/** Connects an embedded page with the panel that shows it. */
export function connectToPanel({ panelOrigin, token, timeoutMs = 5_000 }: PanelOptions): Panel {
  let current = token ?? new URLSearchParams(location.search).get('session');
  let asking: Promise<string> | null = null;

  const refresh = () => {
    asking ??= askPanel(panelOrigin, timeoutMs)
      .then((fresh) => {
        current = fresh;
        return fresh;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  const fresh = async () => (current !== null && secondsLeft(current) > LEEWAY_SECONDS ? current : refresh());
  const send = (input: RequestInfo | URL, init: RequestInit | undefined, bearer: string) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('authorization', `Bearer ${bearer}`);
    return fetch(input instanceof Request ? input.clone() : input, { ...init, headers });
  };

  return {
    token: fresh,
    refresh,
    async fetch(input, init) {
      const response = await send(input, init, await fresh());
      return response.status === 401 ? send(input, init, await refresh()) : response;
    },
  };
}

/** Posts `platform:refresh-token` to the panel and waits for its `platform:token`. */
function askPanel(panelOrigin: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
    };
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin !== panelOrigin || source !== parent) return;
      if (data?.type !== 'platform:token' || typeof data.token !== 'string') return;
      done();
      resolve(data.token);
    };
    const timer = setTimeout(() => {
      done();
      reject(new Error(`The panel at ${panelOrigin} gave no token within ${timeoutMs} ms.`));
    }, timeoutMs);
    addEventListener('message', hear);
    parent.postMessage({ type: 'platform:refresh-token' }, panelOrigin);
  });
}

/** Read, not verified: the server does that. */
function secondsLeft(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return Number(exp) - Date.now() / 1000;
  } catch {
    return 0;
  }
}
