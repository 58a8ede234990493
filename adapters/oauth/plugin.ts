import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import type { HostSessions } from '../host-session.ts';
import { watchMethods } from '../other-methods.ts';
import { serveScript } from '../page/script.ts';
import { serveStylesheet } from '../page/stylesheet.ts';
import { accountRoutes } from './account-routes.ts';
import { authorizeRoutes } from './authorize.ts';
import { deviceAuthorizationRoute } from './device-grant.ts';
import { deviceRoutes } from './device-routes.ts';
import { printOauthError } from './errors.ts';
import { factorRoutes } from './factor-routes.ts';
import { joinRoutes } from './join.ts';
import { loginRoutes } from './login.ts';
import { metadataOf } from './metadata.ts';
import { PASSKEY_SCRIPT_PATH, STYLESHEET_PATH } from './pages/layout.ts';
import { answerProblem } from './pages.ts';
import { securityRoutes } from './security-routes.ts';
import { statementRoutes } from './statements.ts';
import { tokenRoutes } from './token.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

export interface OauthOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
  /** Limits a client at the token and revocation endpoints. */
  readonly limiter: RateLimiter;
  /** Limits the device sign-ins from one address. */
  readonly deviceLimiter: RateLimiter;
  /** Limits sign-ups and forgotten password requests from one address. */
  readonly accountLimiter: RateLimiter;
  /** Limits attempts to pay statements from one address. */
  readonly paymentLimiter: RateLimiter;
  /** True if anyone can create an account. */
  readonly signUpOpen: boolean;
  /** Every scope that an app can request. */
  readonly scopes: readonly string[];
}

/**
 * Serves sign-in, joining a team, OAuth installs and device sign-in (docs/interface/oauth.md): pages for
 * people, endpoints for clients.
 */
export async function oauth(
  app: FastifyInstance,
  {
    execute,
    sessions,
    limiter,
    deviceLimiter,
    accountLimiter,
    paymentLimiter,
    signUpOpen,
    scopes,
  }: OauthOptions,
): Promise<void> {
  await app.register(fastifyCookie);
  await app.register((pages, _options, done) => {
    pages.setErrorHandler(answerProblem);
    const refuseOtherMethods = watchMethods(pages);
    // A form can end sessions, join a team or change a factor; `onSend` runs before the browser can send its
    // next request.
    pages.addHook('onSend', async ({ method }) => {
      if (method !== 'GET') sessions.forget();
    });
    readFormsAsText(pages);
    serveStylesheet(pages, STYLESHEET_PATH, new URL('./oauth.css', import.meta.url));
    serveScript(pages, PASSKEY_SCRIPT_PATH, new URL('./passkey.js', import.meta.url));
    loginRoutes(pages, { execute, sessions, signUpOpen });
    accountRoutes(pages, { execute, sessions, accountLimiter, signUpOpen });
    factorRoutes(pages, { execute, sessions });
    securityRoutes(pages, { execute, sessions });
    joinRoutes(pages, { execute, sessions });
    unsubscribeRoutes(pages, { execute });
    statementRoutes(pages, { execute, sessions, paymentLimiter });
    authorizeRoutes(pages, { execute, sessions });
    deviceRoutes(pages, { execute, sessions });
    refuseOtherMethods(
      (allowed) => new ProtocolError(405, 'method_not_allowed', `This page accepts ${allowed}.`),
    );
    done();
  });
  await app.register((endpoints, _options, done) => {
    endpoints.setErrorHandler(printOauthError);
    const refuseOtherMethods = watchMethods(endpoints);
    readFormsAsText(endpoints);
    endpoints.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    });
    tokenRoutes(endpoints, { execute, limiter });
    deviceAuthorizationRoute(endpoints, { execute, deviceLimiter, originOf: sessions.origin });
    refuseOtherMethods(methodNotAllowed);
    done();
  });
  await app.register((metadata, _options, done) => {
    metadata.setErrorHandler(printOauthError);
    const refuseOtherMethods = watchMethods(metadata);
    metadata.get('/.well-known/oauth-authorization-server', async (request) =>
      metadataOf(sessions.origin(request), scopes),
    );
    refuseOtherMethods(methodNotAllowed);
    done();
  });
}

const methodNotAllowed = (allowed: string): ProtocolError =>
  new ProtocolError(405, 'invalid_request', `This endpoint accepts ${allowed}.`);

/** Accepts forms as raw text, so that repeated parameters can be detected; no other content type is parsed. */
function readFormsAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => String(text),
  );
}
