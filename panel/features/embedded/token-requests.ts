interface TokenRequests {
  /** Origin of `app_page.url`: messages are only accepted from and sent to this origin. */
  readonly origin: string;
  /** The frame's window; null until it exists. */
  readonly window: () => Window | null;
  readonly readToken: () => Promise<string>;
  /** Called with the error when a request fails, and with null once requests succeed again. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Responds to the app page's `platform:refresh-token` with `platform:token`
 * (docs/interface/embedded-pages.md#page). The request must originate from the frame's own window and the
 * declared origin, so that neither another frame of the app nor another site in the frame gets a token.
 * Merges concurrent requests. Returns a function that stops the responses.
 */
export function answerTokenRequests({
  origin,
  window: frame,
  readToken,
  onProblem,
}: TokenRequests): () => void {
  let isStopped = false;
  let isAnswering = false;

  const answer = async (asker: Window) => {
    if (isAnswering) return;
    isAnswering = true;
    try {
      const token = await readToken();
      if (isStopped || frame() !== asker) return;
      asker.postMessage({ type: 'platform:token', token }, origin);
      onProblem(null);
    } catch (error) {
      if (!isStopped) onProblem(error);
    } finally {
      isAnswering = false;
    }
  };

  const hear = (event: MessageEvent) => {
    const asker = frame();
    if (asker === null || event.source !== asker || event.origin !== origin) return;
    if (event.data?.type === 'platform:refresh-token') void answer(asker);
  };
  addEventListener('message', hear);
  return () => {
    isStopped = true;
    removeEventListener('message', hear);
  };
}
