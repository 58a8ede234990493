import type { FastifyInstance } from 'fastify';
import type { Execute } from '#kit/execute.ts';
import type { HostSessions } from '../host-session.ts';
import { senderOf } from './account-requests.ts';
import { type HostSignInMutation, hostSignInDocument } from './generated.ts';
import { loginPage } from './pages/login.ts';
import { sendOn, sendPage } from './pages.ts';
import { queryOf, readParameters, SHOWS_PROBLEMS } from './parameters.ts';
import { returnTo } from './return-to.ts';

export interface LoginOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
  /** True if anyone can create an account. */
  readonly signUpOpen: boolean;
}

type Refusal = NonNullable<HostSignInMutation['hostSignIn']['refusal']>;

/** Response to each refusal; `seconds` is the time to wait. */
const ANSWERS: Readonly<Record<Refusal, { status: number; problem: (seconds: number) => string }>> = {
  wrong: { status: 401, problem: () => 'Incorrect email address or password.' },
  held_back: {
    status: 429,
    problem: (seconds) => `Too many attempts. Try again in ${minutes(Math.ceil(seconds / 60))}.`,
  },
  locked: {
    status: 403,
    problem: () => "This account is suspended. Contact the platform's operator.",
  },
  busy: {
    status: 503,
    problem: () => 'Too many people are signing in right now. Try again in a few seconds.',
  },
};

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);

/** Serves the host panel's sign-in (docs/interface/host.md#sign-in). */
export function loginRoutes(app: FastifyInstance, { execute, sessions, signUpOpen }: LoginOptions): void {
  app.get('/login', async (request, reply) => {
    const parameters = readParameters(queryOf(request.url));
    const next = returnTo(parameters.get('return_to'));
    const wantsAnother = parameters.get('another') !== null;
    if (!wantsAnother && (await sessions.of(request))) return sendOn(reply, next);
    const csrfToken = sessions.csrfToken(request, reply);
    return sendPage(reply, loginPage({ csrfToken, signUpOpen, returnTo: next, email: '', problem: null }));
  });

  app.post<{ Body: string | undefined }>('/login', SHOWS_PROBLEMS, async (request, reply) => {
    const form = readParameters(request.body ?? '');
    sessions.checkCsrf(request, form.get('csrf_token') ?? '');
    const next = returnTo(form.get('return_to'));
    const email = form.get('email') ?? '';
    const showAgain = (status: number, problem: string) => {
      reply.code(status);
      const csrfToken = sessions.csrfToken(request, reply);
      return sendPage(
        reply,
        loginPage({ csrfToken, signUpOpen, returnTo: next, email: email.slice(0, 254), problem }),
      );
    };
    if (form.problem !== null) return showAgain(422, form.problem);
    const { hostSignIn: signedIn } = await execute(
      hostSignInDocument,
      {
        input: {
          email,
          password: form.get('password') ?? '',
          ...senderOf(request),
          replaces: sessions.tokenHash(request),
        },
      },
      { viewer: { kind: 'public' }, requestId: request.id },
    );
    const { token, expiresAt, awaitsFactor, refusal, retryAfterSeconds } = signedIn;
    if (token !== null) {
      sessions.begin(request, reply, { token, expiresAt });
      if (awaitsFactor)
        return sendOn(reply, `/login/second-factor?${new URLSearchParams({ return_to: next })}`);
      return sendOn(reply, next);
    }
    if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
    const { status, problem } = ANSWERS[refusal ?? 'wrong'];
    return showAgain(status, problem(retryAfterSeconds ?? 0));
  });
}
