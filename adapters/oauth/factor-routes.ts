import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Execute } from '#kit/execute.ts';
import type { HostSessions } from '../host-session.ts';
import { senderOf } from './account-requests.ts';
import { awaitedFactorDocument, showFactorDocument } from './generated.ts';
import { factorPage } from './pages/factor.ts';
import { sendOn, sendPage } from './pages.ts';
import { queryOf, readParameters } from './parameters.ts';
import { loginUrl, returnTo } from './return-to.ts';

export interface FactorRoutesOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
}

type FormRequest = FastifyRequest<{ Body: string | undefined }>;

/** The second step of the sign-in of accounts that have a second factor (docs/interface/accounts.md#second-factor). */
export function factorRoutes(app: FastifyInstance, { execute, sessions }: FactorRoutesOptions): void {
  const stranger = (request: FastifyRequest) =>
    ({ viewer: { kind: 'public' }, requestId: request.id }) as const;

  app.get('/login/second-factor', async (request, reply) => {
    const next = returnTo(readParameters(queryOf(request.url)).get('return_to'));
    const tokenHash = sessions.tokenHash(request) ?? '';
    const { factorAwaited } = await execute(awaitedFactorDocument, { tokenHash }, stranger(request));
    if (!factorAwaited) return sendOn(reply, loginUrl(next));
    const csrfToken = sessions.csrfToken(request, reply);
    return sendPage(reply, factorPage({ csrfToken, returnTo: next, problem: null }));
  });

  app.post('/login/second-factor', async (request: FormRequest, reply) => {
    const form = readParameters(request.body ?? '');
    sessions.checkCsrf(request, form.get('csrf_token') ?? '');
    const next = returnTo(form.get('return_to'));
    const code = (form.get('code') ?? '').slice(0, 40);
    const input = { tokenHash: sessions.tokenHash(request) ?? '', code, ...senderOf(request) };
    const { token, expiresAt, userErrors } = (await execute(showFactorDocument, { input }, stranger(request)))
      .factorShow;
    if (token !== null) {
      sessions.begin(request, reply, { token, expiresAt });
      return sendOn(reply, next);
    }
    const [refusal] = userErrors;
    if (refusal?.code === 'LINK_OVER') return sendOn(reply, loginUrl(next));
    const csrfToken = sessions.csrfToken(request, reply);
    reply.code(refusal?.code === 'TOO_MANY_ATTEMPTS' ? 429 : 401);
    return sendPage(reply, factorPage({ csrfToken, returnTo: next, problem: refusal?.message ?? null }));
  });
}
