import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { type Caller, type Execute, OperationError } from '#kit/execute.ts';
import { hashToken } from '#kit/secrets.ts';
import type { HostSessions } from '../host-session.ts';
import { senderOf } from './account-requests.ts';
import {
  accountSecurityDocument,
  addTotpDocument,
  changeAccountDocument,
  confirmAddressDocument,
  endSessionDocument,
  openMailLinkDocument,
  removeTotpDocument,
  renewCodesDocument,
  restoreAddressDocument,
  secureAccountDocument,
} from './generated.ts';
import { type AddressPurpose, addressDonePage, addressPage } from './pages/address.ts';
import { recoveryCodesPage, securityPage, totpPage } from './pages/security.ts';
import { sendOn, sendPage } from './pages.ts';
import { queryOf, readParameters, SHOWS_PROBLEMS } from './parameters.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { loginUrl } from './return-to.ts';
import type { Refusal, SecurityPages, Visit } from './security-pages.ts';

export interface SecurityRoutesOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
}

type FormRequest = FastifyRequest<{ Body: string | undefined }>;
type LinkRequest = FastifyRequest<{ Params: { token: string }; Body: string | undefined }>;

const PATH = '/account/security';

/**
 * Serves password, address, second factor, sessions and security log for the signed-in account
 * (docs/interface/accounts.md#security). Actions that need a recent sign-in redirect to the sign-in and back.
 */
export function securityRoutes(app: FastifyInstance, { execute, sessions }: SecurityRoutesOptions): void {
  const callerOf = ({ request, host }: Visit): Caller => ({
    viewer: host.viewer,
    requestId: request.id,
    address: request.ip,
  });

  const show: SecurityPages['show'] = async (visit, { problem = null, done = null }) => {
    const { request, reply } = visit;
    const after = readParameters(queryOf(request.url)).get('after');
    const { account, securityEvents } = await execute(accountSecurityDocument, { after }, callerOf(visit));
    const csrfToken = sessions.csrfToken(request, reply);
    return sendPage(reply, securityPage({ csrfToken, account, events: securityEvents, problem, done }));
  };

  const refuse: SecurityPages['refuse'] = async (visit, { code, message }) => {
    visit.reply.code(code === 'TOO_MANY_ATTEMPTS' ? 429 : code === 'BUSY' ? 503 : 422);
    return show(visit, { problem: message });
  };

  const post: SecurityPages['post'] = (path, act) => {
    app.post(`${PATH}${path}`, SHOWS_PROBLEMS, async (request: FormRequest, reply) => {
      const form = readParameters(request.body ?? '');
      sessions.checkCsrf(request, form.get('csrf_token') ?? '');
      const host = await sessions.of(request);
      if (!host) return sendOn(reply, loginUrl(PATH));
      const visit = { request, reply, host };
      if (form.problem !== null) return refuse(visit, { code: 'INVALID', message: form.problem });
      return act(visit, form).catch((error: unknown) => {
        if (!(error instanceof OperationError) || error.code !== 'STEP_UP_REQUIRED') throw error;
        return sendOn(reply, loginUrl(PATH, { another: true }));
      });
    });
  };

  app.get(PATH, async (request, reply) => {
    const host = await sessions.of(request);
    return host ? show({ request, reply, host }, {}) : sendOn(reply, loginUrl(PATH));
  });

  post('/password', async (visit, form) => {
    const input = {
      password: form.get('password') ?? '',
      currentPassword: form.get('current_password') ?? '',
    };
    const [refusal] = (await execute(changeAccountDocument, { input }, callerOf(visit))).accountUpdate
      .userErrors;
    if (refusal) return refuse(visit, refusal);
    return show(visit, { done: "Your password was changed. You've been signed out of your other sessions." });
  });

  post('/address', async (visit, form) => {
    const input = { email: form.get('email') ?? '' };
    const [refusal] = (await execute(changeAccountDocument, { input }, callerOf(visit))).accountUpdate
      .userErrors;
    if (refusal) return refuse(visit, refusal);
    return show(visit, {
      done: 'Follow the link we emailed to the new address. Until then, your current address stays in use.',
    });
  });

  post('/preferences', async (visit, form) => {
    const input = { locale: form.get('locale'), timeZone: form.get('time_zone') };
    const [refusal] = (await execute(changeAccountDocument, { input }, callerOf(visit))).accountUpdate
      .userErrors;
    if (refusal) return refuse(visit, refusal);
    return show(visit, { done: 'Language and time zone were saved.' });
  });

  post('/sessions', async (visit, form) => {
    const [refusal] = (await execute(endSessionDocument, { id: form.get('id') }, callerOf(visit)))
      .sessionRevoke.userErrors;
    if (refusal) return refuse(visit, refusal);
    return (await sessions.of(visit.request))
      ? show(visit, { done: 'Signed out.' })
      : sendOn(visit.reply, '/login');
  });

  post('/totp', async (visit, form) => {
    const { totpEnable } = await execute(addTotpDocument, { code: form.get('code') }, callerOf(visit));
    const { secret, uri, recoveryCodes, userErrors } = totpEnable;
    if (recoveryCodes) return sendPage(visit.reply, recoveryCodesPage({ codes: recoveryCodes }));
    const csrfToken = sessions.csrfToken(visit.request, visit.reply);
    if (secret && uri) return sendPage(visit.reply, totpPage({ csrfToken, secret, uri }));
    if (userErrors.length === 0) return show(visit, { done: 'The authenticator app was added.' });
    return refuse(visit, userErrors[0] ?? { code: 'INVALID', message: 'Try again.' });
  });

  post('/totp/remove', async (visit, form) => {
    const shown = { code: (form.get('code') ?? '').slice(0, 40), password: form.get('password') };
    const [refusal] = (await execute(removeTotpDocument, shown, callerOf(visit))).totpDisable.userErrors;
    if (refusal) return refuse(visit, refusal);
    return show(visit, { done: 'The authenticator app was removed.' });
  });

  post('/recovery-codes', async (visit) => {
    const { recoveryCodes, userErrors } = (await execute(renewCodesDocument, {}, callerOf(visit)))
      .recoveryCodesRenew;
    if (recoveryCodes) return sendPage(visit.reply, recoveryCodesPage({ codes: recoveryCodes }));
    return refuse(visit, userErrors[0] ?? { code: 'INVALID', message: 'Try again.' });
  });

  passkeyRoutes({ post, show, refuse, callerOf }, { execute, sessions });

  addressLink('change', '/account/address/:token', async (input, caller) => {
    return (await execute(confirmAddressDocument, { input }, caller)).addressConfirm;
  });
  addressLink('undo', '/account/undo/:token', async (input, caller) => {
    return (await execute(restoreAddressDocument, { input }, caller)).addressRestore;
  });
  addressLink('stop', '/account/stop/:token', async (input, caller) => {
    return (await execute(secureAccountDocument, { input }, caller)).accountSecure;
  });

  type LinkInput = { readonly tokenHash: string; readonly address: string };
  type LinkCaller = { readonly viewer: { readonly kind: 'public' }; readonly requestId: string };

  /**
   * Handles an emailed link about an address. It needs a button, because programs that scan emails follow
   * links.
   */
  function addressLink(
    purpose: AddressPurpose,
    path: string,
    follow: (
      input: LinkInput,
      caller: LinkCaller,
    ) => Promise<{ email: string | null; resetPath?: string | null; userErrors: readonly Refusal[] }>,
  ): void {
    const stranger = ({ id }: FastifyRequest): LinkCaller => ({ viewer: { kind: 'public' }, requestId: id });
    const hashOf = ({ params }: LinkRequest) => hashToken(params.token);

    app.get(path, async (request: LinkRequest, reply) => {
      const found = await execute(
        openMailLinkDocument,
        { purpose, tokenHash: hashOf(request) },
        stranger(request),
      );
      if (!found.mailLink)
        throw new ProtocolError(410, 'link_over', 'This link has already been used or has expired.');
      const { email } = found.mailLink;
      const csrfToken = sessions.csrfToken(request, reply);
      return sendPage(
        reply,
        addressPage({ purpose, csrfToken, email, path: request.url.split('?', 1)[0] ?? '' }),
      );
    });

    app.post(path, async (request: LinkRequest, reply) => {
      const form = readParameters(request.body ?? '');
      sessions.checkCsrf(request, form.get('csrf_token') ?? '');
      const { address } = senderOf(request);
      const done = await follow({ tokenHash: hashOf(request), address }, stranger(request));
      if (done.resetPath) return sendOn(reply, done.resetPath);
      if (done.email !== null) return sendPage(reply, addressDonePage({ email: done.email }));
      const [refusal] = done.userErrors;
      throw new ProtocolError(refusal?.code === 'LINK_OVER' ? 410 : 409, 'link_over', refusal?.message ?? '');
    });
  }
}
