/** A session of the host panel ends this long after the sign-in, whatever happens in it. */
export const SESSION_TTL_MS = 12 * 60 * 60_000;

/** Failed sign-ins for one account from one address, after which more are not looked at until the window ends. */
export const SIGN_IN_FAILURES = 5;

/** How long the window is that starts with the first failure (running.md "limits"). */
export const SIGN_IN_WINDOW_MS = 15 * 60_000;
