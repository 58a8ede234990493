import type { FastifyReply } from 'fastify';
import type { Execute } from '#kit/execute.ts';
import type { HostSessions } from '../host-session.ts';
import { addPasskeyDocument, askPasskeyDocument, dropPasskeyDocument } from './generated.ts';
import { lastFactorPage, newPasskeyPage } from './pages/passkeys.ts';
import { recoveryCodesPage } from './pages/security.ts';
import { sendPage, sendPasskeyPage } from './pages.ts';
import type { Parameters } from './parameters.ts';
import type { SecurityPages, Visit } from './security-pages.ts';

/** Adds and removes the signed-in account's passkeys (docs/interface/accounts.md#second-factor). */
export function passkeyRoutes(
  { post, show, refuse, callerOf }: SecurityPages,
  { execute, sessions }: { readonly execute: Execute; readonly sessions: HostSessions },
): void {
  post('/passkeys', async (visit) => {
    const { options, userErrors } = (await execute(addPasskeyDocument, {}, callerOf(visit))).passkeyCreate;
    const { request, reply } = visit;
    const csrfToken = sessions.csrfToken(request, reply);
    if (options)
      return sendPasskeyPage(reply, sessions.origin(request), newPasskeyPage({ csrfToken, options }));
    return refuse(visit, userErrors[0] ?? TRY_AGAIN);
  });

  post('/passkeys/new', async (visit, form) => {
    const input = { response: form.get('passkey') ?? '', name: form.get('name') ?? '' };
    const { recoveryCodes, userErrors } = (await execute(addPasskeyDocument, { input }, callerOf(visit)))
      .passkeyCreate;
    const [refusal] = userErrors;
    if (refusal) return refuse(visit, refusal);
    if (recoveryCodes) return sendPage(visit.reply, recoveryCodesPage({ codes: recoveryCodes }));
    return show(visit, { done: 'The passkey was added.' });
  });

  post('/passkeys/remove', async (visit, form) => {
    const id = form.get('id') ?? '';
    const proof = proofOf(form);
    const [refusal] = (await execute(dropPasskeyDocument, { id, proof }, callerOf(visit))).passkeyRemove
      .userErrors;
    if (!refusal) return show(visit, { done: 'The passkey was removed.' });
    if (refusal.code === 'FACTOR_REQUIRED') return askProof(visit, id, null);
    if (proof && refusal.code === 'INVALID') return askProof(visit, id, refusal.message);
    return refuse(visit, refusal);
  });

  async function askProof(visit: Visit, id: string, problem: string | null): Promise<FastifyReply> {
    const { request, reply } = visit;
    const { options } = (await execute(askPasskeyDocument, {}, callerOf(visit))).passkeyAsk;
    const csrfToken = sessions.csrfToken(request, reply);
    reply.code(problem === null ? 200 : 422);
    const page = lastFactorPage({ csrfToken, id, passkey: options, problem });
    return sendPasskeyPage(reply, sessions.origin(request), page);
  }
}

const TRY_AGAIN = { code: 'INVALID', message: 'Try again.' };

/** Reads the password and the factor from a form; null if it has neither. */
function proofOf(form: Parameters) {
  const [password, code, passkey] = [form.get('password'), form.get('code'), form.get('passkey')];
  if (password === null) return null;
  return { password, ...(passkey ? { passkey } : { code: code?.slice(0, 40) ?? '' }) };
}
