interface TokenRequests {
  /** Origin of `app_page.url`: the only one that messages are accepted from and sent to. */
  readonly origin: string;
  /** The frame's window; null while there is none. */
  readonly window: () => Window | null;
  readonly readToken: () => Promise<string>;
  /** Called with what went wrong, and with null once it works again. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Answers `platform:refresh-token` of the app's page with `platform:token` (docs/interface/embedded-pages.md#page). The request must
 * come from the frame's own window and from the declared origin, so that neither another frame of the app nor another site that
 * the frame navigated to gets one. Concurrent requests are merged into one. Returns a function that stops it.
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
