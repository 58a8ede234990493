import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { hashToken } from '#kit/secrets.ts';
import type { HostSessions } from '../host-session.ts';
import { senderOf, spendAccountRequest } from './account-requests.ts';
import {
  type AccountResetInput,
  forgotPasswordDocument,
  type MailLinkPurpose,
  openMailLinkDocument,
  recoverOperatorDocument,
  resetPasswordDocument,
  setUpPlatformDocument,
  signUpAccountDocument,
  verifyAccountDocument,
} from './generated.ts';
import { forgotPage, mailboxPage, resetDonePage, resetPage } from './pages/passwords.ts';
import { setUpPage } from './pages/set-up.ts';
import { signUpClosedPage, signUpPage, verifyPage } from './pages/sign-up.ts';
import { sendOn, sendPage } from './pages.ts';
import { type Parameters, readParameters, SHOWS_PROBLEMS } from './parameters.ts';

export interface AccountRoutesOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
  /** Limits requests from one address about other people's accounts. */
  readonly accountLimiter: RateLimiter;
  /** True if anyone can create an account. */
  readonly signUpOpen: boolean;
}

type FormRequest = FastifyRequest<{ Body: string | undefined }>;
type LinkRequest = FastifyRequest<{ Params: { token: string }; Body: string | undefined }>;

const PANEL = '/panel/welcome';

/** Maximum lengths for fields that a page shows again. */
const LONGEST = { name: 100, email: 254 } as const;

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Returns the refusal for a form with unstorable text; null for any other form. */
const refusedText = ({ problem }: Parameters): Refusal | null =>
  problem === null ? null : { code: 'INVALID', message: problem };

/** Result of a link that sets a password. */
interface PasswordChange {
  readonly accessTokens: number | null;
  readonly revokedTokens: number | null;
  readonly userErrors: readonly Refusal[];
}

/** Returns a refusal's HTTP status: 503 if a retry can succeed. */
const statusOf = (code: string | undefined) => (code === 'BUSY' ? 503 : code === 'LINK_OVER' ? 410 : 422);

/**
 * Serves account pages for signed-out visitors: sign-up, address confirmation, forgotten password and the
 * platform's first account (docs/interface/accounts.md). They work without scripts, and their responses don't
 * reveal whether an address has an account.
 */
export function accountRoutes(
  app: FastifyInstance,
  { execute, sessions, accountLimiter, signUpOpen }: AccountRoutesOptions,
): void {
  const stranger = (request: FastifyRequest) =>
    ({ viewer: { kind: 'public' }, requestId: request.id }) as const;

  const readForm = (request: FormRequest | LinkRequest): Parameters => {
    const form = readParameters(request.body ?? '');
    sessions.checkCsrf(request, form.get('csrf_token') ?? '');
    return form;
  };

  app.get('/signup', async (request, reply) => {
    if (!signUpOpen) return sendPage(reply, signUpClosedPage());
    const csrfToken = sessions.csrfToken(request, reply);
    return sendPage(reply, signUpPage({ csrfToken, name: '', email: '', problem: null }));
  });

  app.post('/signup', SHOWS_PROBLEMS, async (request: FormRequest, reply) => {
    const form = readForm(request);
    if (!signUpOpen) return sendPage(reply.code(403), signUpClosedPage());
    await spendAccountRequest(accountLimiter, request);
    const typed = { name: form.get('name') ?? '', email: form.get('email') ?? '' };
    const { address } = senderOf(request);
    const input = { ...typed, password: form.get('password') ?? '', address };
    const refusal =
      refusedText(form) ??
      (await execute(signUpAccountDocument, { input }, stranger(request))).accountSignUp.userErrors[0];
    if (!refusal) return sendPage(reply, mailboxPage());
    const csrfToken = sessions.csrfToken(request, reply);
    reply.code(statusOf(refusal.code));
    return sendPage(reply, signUpPage({ csrfToken, ...shortened(typed), problem: refusal.message }));
  });

  app.get('/forgot', async (request, reply) =>
    sendPage(reply, forgotPage({ csrfToken: sessions.csrfToken(request, reply) })),
  );

  app.post('/forgot', async (request: FormRequest, reply) => {
    const form = readForm(request);
    await spendAccountRequest(accountLimiter, request);
    const { address } = senderOf(request);
    const input = { email: (form.get('email') ?? '').slice(0, LONGEST.email + 1), address };
    await execute(forgotPasswordDocument, { input }, stranger(request));
    return sendPage(reply, mailboxPage());
  });

  app.get('/verify/:token', async (request: LinkRequest, reply) => {
    await checkLink(request, 'verify');
    return sendPage(reply, verifyPage({ ...formOf(request, reply), path: pathOf('verify', request) }));
  });

  app.post('/verify/:token', async (request: LinkRequest, reply) => {
    readForm(request);
    const input = { tokenHash: hashOf(request), ...senderOf(request), replaces: sessions.tokenHash(request) };
    const { accountVerify: verified } = await execute(verifyAccountDocument, { input }, stranger(request));
    const { token, expiresAt, resetPath, userErrors } = verified;
    if (resetPath !== null) return sendOn(reply, resetPath);
    if (token === null) throw linkOver(userErrors[0]?.message);
    sessions.begin(request, reply, { token, expiresAt });
    return sendOn(reply, PANEL);
  });

  passwordLink('reset', async (input, caller) => {
    const { accountReset } = await execute(resetPasswordDocument, { input }, caller);
    return accountReset;
  });

  passwordLink('recover', async (input, caller) => {
    const { operatorRecover } = await execute(recoverOperatorDocument, { input }, caller);
    return operatorRecover;
  });

  app.get('/setup/:token', async (request: LinkRequest, reply) => {
    await checkLink(request, 'setup');
    const empty = { name: '', email: '', team: '', problem: null };
    return sendPage(
      reply,
      setUpPage({ ...formOf(request, reply), path: pathOf('setup', request), ...empty }),
    );
  });

  app.post('/setup/:token', SHOWS_PROBLEMS, async (request: LinkRequest, reply) => {
    const form = readForm(request);
    const typed = {
      name: form.get('name') ?? '',
      email: form.get('email') ?? '',
      team: form.get('team') ?? '',
    };
    const input = {
      ...typed,
      ...senderOf(request),
      tokenHash: hashOf(request),
      password: form.get('password') ?? '',
      replaces: sessions.tokenHash(request),
    };
    const unstorable = refusedText(form);
    if (unstorable) return showSetUp(request, reply, typed, unstorable);
    const { platformSetUp: made } = await execute(setUpPlatformDocument, { input }, stranger(request));
    if (made.token !== null) {
      sessions.begin(request, reply, { token: made.token, expiresAt: made.expiresAt });
      return sendOn(reply, `${PANEL}?${new URLSearchParams({ team: made.team ?? '' })}`);
    }
    const [refusal] = made.userErrors;
    if (refusal?.code === 'LINK_OVER') throw linkOver(refusal.message);
    return showSetUp(request, reply, typed, refusal);
  });

  /** Serves the form behind a link that sets a password. */
  function passwordLink(
    purpose: 'reset' | 'recover',
    change: (input: AccountResetInput, caller: ReturnType<typeof stranger>) => Promise<PasswordChange>,
  ): void {
    app.get(`/${purpose}/:token`, async (request: LinkRequest, reply) => showForm(request, reply));

    app.post(`/${purpose}/:token`, SHOWS_PROBLEMS, async (request: LinkRequest, reply) => {
      const form = readForm(request);
      const { address } = senderOf(request);
      const revokeTokens = form.get('access_tokens') === 'revoke';
      const input = {
        tokenHash: hashOf(request),
        password: form.get('password') ?? '',
        revokeTokens,
        address,
      };
      const unstorable = refusedText(form);
      if (unstorable) return showForm(request, reply, { refusal: unstorable, revokeTokens });
      const { accessTokens, revokedTokens, userErrors } = await change(input, stranger(request));
      if (accessTokens !== null)
        return sendPage(reply, resetDonePage({ accessTokens, revokedTokens: revokedTokens ?? 0 }));
      const [refusal] = userErrors;
      if (refusal?.code === 'LINK_OVER') throw linkOver(refusal.message);
      return showForm(request, reply, { refusal, revokeTokens });
    });

    /** Shows the form; after a rejected attempt, includes the reason and the previous choice. */
    async function showForm(
      request: LinkRequest,
      reply: FastifyReply,
      refused?: { readonly refusal: Refusal | undefined; readonly revokeTokens: boolean },
    ): Promise<FastifyReply> {
      const { accessTokens } = await checkLink(request, purpose);
      if (refused) reply.code(statusOf(refused.refusal?.code));
      const page = {
        path: pathOf(purpose, request),
        accessTokens: accessTokens ?? 0,
        // Someone else may have used an account that has to be recovered.
        revokeTokens: refused?.revokeTokens ?? purpose === 'recover',
        removesFactors: purpose === 'recover',
        problem: refused?.refusal?.message ?? null,
      };
      return sendPage(reply, resetPage({ ...formOf(request, reply), ...page }));
    }
  }

  function showSetUp(
    request: LinkRequest,
    reply: FastifyReply,
    typed: { readonly name: string; readonly email: string; readonly team: string },
    refusal: Refusal | undefined,
  ): Promise<FastifyReply> {
    reply.code(statusOf(refusal?.code));
    const page = { ...shortened(typed), team: typed.team.slice(0, 100), problem: refusal?.message ?? null };
    return sendPage(reply, setUpPage({ ...formOf(request, reply), path: pathOf('setup', request), ...page }));
  }

  const formOf = (request: FastifyRequest, reply: FastifyReply) => ({
    csrfToken: sessions.csrfToken(request, reply),
  });

  /** Finds a link. Throws a 410 if it doesn't work, whatever the reason. */
  async function checkLink(request: LinkRequest, purpose: MailLinkPurpose) {
    const found = await execute(
      openMailLinkDocument,
      { purpose, tokenHash: hashOf(request) },
      stranger(request),
    );
    if (!found.mailLink) throw linkOver();
    return found.mailLink;
  }
}

const hashOf = (request: LinkRequest) => hashToken(request.params.token);

const pathOf = (purpose: string, { params }: LinkRequest) =>
  `/${purpose}/${encodeURIComponent(params.token)}`;

const shortened = ({ name, email }: { readonly name: string; readonly email: string }) => ({
  name: name.slice(0, LONGEST.name),
  email: email.slice(0, LONGEST.email),
});

const linkOver = (
  message = 'This link was already used, has expired, or was replaced by a newer one.',
): ProtocolError => new ProtocolError(410, 'link_over', message);
