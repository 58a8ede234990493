/** An embedded page's settings for the surrounding panel. */
export interface PanelOptions {
  /** The host panel's origin: tokens are requested only from this origin and accepted only from it. */
  readonly panelOrigin: string;
  /** Token the page was opened with; defaults to `?session=` in its address. */
  readonly token?: string | null;
  /** Time limit for the panel's response; defaults to 5,000. */
  readonly timeoutMs?: number;
}

/** The embedded page's connection to the host panel. */
export interface Panel {
  /** Returns a token valid for at least half a minute: the current token, or a new one from the panel. */
  readonly token: () => Promise<string>;
  /** Returns a new token from the panel, even if the current token is still valid. */
  readonly refresh: () => Promise<string>;
  /** Calls `fetch` with that token as `Authorization: Bearer`, and once more with a new token after a 401. */
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

/** A frame's settings for the surrounding storefront page. */
export interface StorefrontOptions {
  /**
   * The page's origin: `origin` in the token that the app's server verified. Messages are sent only to this
   * origin and accepted only from it.
   */
  readonly origin: string;
  /** Token the frame was opened with; defaults to `?session=` in its address. */
  readonly token?: string | null;
  /** Time limit for the storefront page's response; defaults to 5,000. */
  readonly timeoutMs?: number;
}

/** The stay that a guest is viewing; null fields aren't chosen yet. */
export interface StayContext {
  /** Check-in date, e.g. `2027-05-02`. */
  readonly check_in: string | null;
  readonly check_out: string | null;
  readonly party: { readonly adults: number | null; readonly children: number | null };
}

/** The frame's connection to a storefront's page; `token`, `refresh` and `fetch` work as in `Panel`. */
export interface Storefront extends Panel {
  /**
   * Requests this height in pixels. The page applies it within the manifest's limits, once it can do so
   * without moving visible content.
   */
  readonly resize: (height: number) => void;
  /**
   * Requests an element's height now and after each change; defaults to `document.body`. Returns a function
   * that stops the requests.
   */
  readonly fit: (element?: Element) => () => void;
  /**
   * Calls `listener` with the stay that the guest is viewing, now and whenever the page reports it. Returns a
   * function that stops the calls.
   */
  readonly onContext: (listener: (context: StayContext) => void) => () => void;
}

/** Connects an embedded page to its panel. */
export const connectToPanel = ({ panelOrigin, token, timeoutMs = 5_000 }: PanelOptions): Panel =>
  openSession({ name: 'panel', origin: panelOrigin, token, timeoutMs });

/** Connects a frame to its storefront page. */
export function connectToStorefront({ origin, token, timeoutMs = 5_000 }: StorefrontOptions): Storefront {
  const resize = (height: number) => parent.postMessage({ type: 'platform:resize', height }, origin);
  return {
    ...openSession({ name: 'page', origin, token, timeoutMs }),
    resize,
    fit(element = document.body) {
      const observer = new ResizeObserver(() => resize(heightOf(element)));
      observer.observe(element);
      return () => observer.disconnect();
    },
    onContext(listener) {
      const hear = ({ origin: from, source, data }: MessageEvent) => {
        if (from !== origin || source !== parent || data?.type !== 'platform:context') return;
        const { check_in, check_out, party } = data;
        listener({ check_in, check_out, party });
      };
      addEventListener('message', hear);
      parent.postMessage({ type: 'platform:context' }, origin);
      return () => removeEventListener('message', hear);
    },
  };
}

/** Measures the element's height with the margins above and below, which a frame has to show too. */
function heightOf(element: Element): number {
  const { marginTop, marginBottom } = getComputedStyle(element);
  return Math.ceil(
    element.getBoundingClientRect().height + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom),
  );
}

/** The surrounding window, and the token this page was opened with. */
interface Around {
  /** Name in error messages. */
  readonly name: string;
  readonly origin: string;
  readonly token: string | null | undefined;
  readonly timeoutMs: number;
}

/** Tokens that expire sooner than this are replaced before use. */
const LEEWAY_SECONDS = 30;

function openSession({ token, ...around }: Around): Panel {
  let current = token ?? new URLSearchParams(location.search).get('session');
  let asking: Promise<string> | null = null;

  const refresh = () => {
    asking ??= askAround(around)
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

/** Posts `platform:refresh-token` to the parent window and waits for its `platform:token`. */
function askAround({ name, origin: expected, timeoutMs }: Omit<Around, 'token'>): Promise<string> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
    };
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin !== expected || source !== parent) return;
      if (data?.type !== 'platform:token' || typeof data.token !== 'string') return;
      done();
      resolve(data.token);
    };
    const timer = setTimeout(() => {
      done();
      reject(new Error(`The ${name} at ${expected} sent no token within ${timeoutMs} ms.`));
    }, timeoutMs);
    addEventListener('message', hear);
    parent.postMessage({ type: 'platform:refresh-token' }, expected);
  });
}

/** Decodes without verification, which is the server's job. */
function secondsLeft(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return Number(exp) - Date.now() / 1000;
  } catch {
    return 0;
  }
}
