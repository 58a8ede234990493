import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Execute } from '#kit/execute.ts';
import type { HostSessions } from '../host-session.ts';
import { senderOf } from './account-requests.ts';
import { askAwaitedPasskeyDocument, awaitedFactorDocument, showFactorDocument } from './generated.ts';
import { factorPage } from './pages/factor.ts';
import { sendOn, sendPage, sendPasskeyPage } from './pages.ts';
import { queryOf, readParameters, SHOWS_PROBLEMS } from './parameters.ts';
import { loginUrl, returnTo } from './return-to.ts';

export interface FactorRoutesOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
}

type FormRequest = FastifyRequest<{ Body: string | undefined }>;

/** Temporary refusals. */
const STATUSES: Readonly<Record<string, number>> = { TOO_MANY_ATTEMPTS: 429, BUSY: 503 };

/**
 * Serves the second sign-in step for accounts with a second factor
 * (docs/interface/accounts.md#second-factor).
 */
export function factorRoutes(app: FastifyInstance, { execute, sessions }: FactorRoutesOptions): void {
  const stranger = (request: FastifyRequest) =>
    ({ viewer: { kind: 'public' }, requestId: request.id }) as const;

  app.get('/login/second-factor', async (request, reply) => {
    const next = returnTo(readParameters(queryOf(request.url)).get('return_to'));
    const tokenHash = sessions.tokenHash(request) ?? '';
    const { factorAwaited } = await execute(awaitedFactorDocument, { tokenHash }, stranger(request));
    if (!factorAwaited) return sendOn(reply, loginUrl(next));
    return show(request, reply, { returnTo: next, problem: null });
  });

  app.post('/login/second-factor', SHOWS_PROBLEMS, async (request: FormRequest, reply) => {
    const form = readParameters(request.body ?? '');
    sessions.checkCsrf(request, form.get('csrf_token') ?? '');
    const next = returnTo(form.get('return_to'));
    if (form.problem !== null) {
      reply.code(422);
      return show(request, reply, { returnTo: next, problem: form.problem });
    }
    const passkey = form.get('passkey');
    const shown = passkey === null ? { code: (form.get('code') ?? '').slice(0, 40) } : { passkey };
    const input = { tokenHash: sessions.tokenHash(request) ?? '', ...shown, ...senderOf(request) };
    const { token, expiresAt, userErrors } = (await execute(showFactorDocument, { input }, stranger(request)))
      .factorShow;
    if (token !== null) {
      sessions.begin(request, reply, { token, expiresAt });
      return sendOn(reply, next);
    }
    const [refusal] = userErrors;
    if (refusal?.code === 'LINK_OVER') return sendOn(reply, loginUrl(next));
    if (refusal?.code === 'BUSY') reply.header('retry-after', 5);
    reply.code(STATUSES[refusal?.code ?? ''] ?? 401);
    return show(request, reply, { returnTo: next, problem: refusal?.message ?? null });
  });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { returnTo: next, problem }: { readonly returnTo: string; readonly problem: string | null },
  ): Promise<FastifyReply> {
    const tokenHash = sessions.tokenHash(request) ?? '';
    const { factorPasskeyAsk } = await execute(askAwaitedPasskeyDocument, { tokenHash }, stranger(request));
    const csrfToken = sessions.csrfToken(request, reply);
    const passkey = factorPasskeyAsk.options;
    const page = factorPage({ csrfToken, returnTo: next, passkey, problem });
    return passkey === null ? sendPage(reply, page) : sendPasskeyPage(reply, sessions.origin(request), page);
  }
}
