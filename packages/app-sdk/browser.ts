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

/** What a frame knows of the storefront's page around it. */
export interface StorefrontOptions {
  /** Origin of the page: `origin` of the token that the app's server verified. No one else is told or heard. */
  readonly origin: string;
  /** The token the frame was opened with; `?session=` of its address where not given. */
  readonly token?: string | null;
  /** How long the page may take to answer; 5,000 where not given. */
  readonly timeoutMs?: number;
}

/** The stay that a guest looks at; null where they have not chosen. */
export interface StayContext {
  /** As `2027-05-02`. */
  readonly check_in: string | null;
  readonly check_out: string | null;
  readonly party: { readonly adults: number | null; readonly children: number | null };
}

/** The frame's side of a storefront's page; `token`, `refresh` and `fetch` are as those of `Panel`. */
export interface Storefront extends Panel {
  /** Asks for this height in pixels. The page gives it within what the manifest declares, once nothing that the guest sees moves by it. */
  readonly resize: (height: number) => void;
  /** Asks for the height of an element now and whenever it changes; `document.body` where not given. Returns what ends it. */
  readonly fit: (element?: Element) => () => void;
  /** Calls back with the stay that the guest looks at, now and whenever the page says it. Returns what ends it. */
  readonly onContext: (listener: (context: StayContext) => void) => () => void;
}

/** Connects an embedded page with the panel that shows it. */
export const connectToPanel = ({ panelOrigin, token, timeoutMs = 5_000 }: PanelOptions): Panel =>
  openSession({ name: 'panel', origin: panelOrigin, token, timeoutMs });

/** Connects a frame with the storefront's page that it is on. */
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

/** With the margins above and below it, which a frame has to show too. */
function heightOf(element: Element): number {
  const { marginTop, marginBottom } = getComputedStyle(element);
  return Math.ceil(
    element.getBoundingClientRect().height + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom),
  );
}

/** Who shows this page, and the token it was opened with. */
interface Around {
  /** What errors call it. */
  readonly name: string;
  readonly origin: string;
  readonly token: string | null | undefined;
  readonly timeoutMs: number;
}

/** Tokens with less time left are replaced before they are used. */
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

/** Posts `platform:refresh-token` to the window around this one and waits for its `platform:token`. */
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
      reject(new Error(`The ${name} at ${expected} gave no token within ${timeoutMs} ms.`));
    }, timeoutMs);
    addEventListener('message', hear);
    parent.postMessage({ type: 'platform:refresh-token' }, expected);
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
