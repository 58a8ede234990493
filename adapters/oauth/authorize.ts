import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { type HostSessions, type SignedInHost, viewerOnTeam } from '../host-session.ts';
import {
  type AuthorizationRequest,
  answerUrl,
  parametersOf,
  readAuthorizationRequest,
} from './authorization-request.ts';
import { findPlaces, needsSettings, readFilledIn, textsOf } from './consent-settings.ts';
import { oauthAuthorizeDocument, oauthChoicesDocument } from './generated.ts';
import { consentPage } from './pages/consent.ts';
import { type Choice, teamPickerPage } from './pages/team-picker.ts';
import { sendOn, sendPage, sendPicturePage } from './pages.ts';
import { type Parameters, queryOf, readParameters } from './parameters.ts';
import { loginUrl } from './return-to.ts';

export interface AuthorizeOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
}

/** A host's pending decision: the app's request, the account, and its teams. */
interface Step {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parameters: Parameters;
  readonly authorization: AuthorizationRequest;
  readonly host: SignedInHost;
  readonly choices: readonly Choice[];
}

/**
 * Serves sign-in if needed, team picker, consent, and the redirect to the app (docs/interface/oauth.md#flow).
 * The steps share no stored state: every form carries the whole request, and every step validates it again.
 */
export function authorizeRoutes(app: FastifyInstance, { execute, sessions }: AuthorizeOptions): void {
  app.get('/oauth/authorize', (request, reply) =>
    inStep(request, reply, queryOf(request.url), (step) => showTeams(step, null)),
  );

  app.post<{ Body: string | undefined }>('/oauth/authorize/team', (request, reply) =>
    inStep(request, reply, request.body ?? '', async (step) => {
      checkCsrf(step);
      const choice = chosen(step);
      return choice
        ? showConsent(step, choice, NOTHING_SENT)
        : showTeams(step, 'Choose one of your teams that can have the app.');
    }),
  );

  app.post<{ Body: string | undefined }>('/oauth/authorize/decision', (request, reply) =>
    inStep(request, reply, request.body ?? '', async (step) => {
      checkCsrf(step);
      const decision = step.parameters.get('decision');
      if (decision === 'deny') return sendOn(reply, denyUrl(step));
      const choice = chosen(step);
      if (!choice) return showTeams(step, 'Choose one of your teams that can have the app.');
      return decision === 'approve' ? approve(step, choice) : showConsent(step, choice, NOTHING_SENT);
    }),
  );

  async function inStep(
    request: FastifyRequest,
    reply: FastifyReply,
    text: string,
    next: (step: Step) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const parameters = readParameters(text);
    const authorization = await readAuthorizationRequest(execute, parameters, request.id);
    const host = await sessions.of(request);
    if (!host) return sendOn(reply, loginUrl(pathOf(authorization)));
    const { client, scopes } = authorization;
    const { clientId } = client;
    const caller = { viewer: host.viewer, requestId: request.id, address: request.ip };
    const { oauthClient } = await execute(oauthChoicesDocument, { clientId, scopes }, caller);
    const choices = oauthClient?.choices ?? [];
    return next({ request, reply, parameters, authorization, host, choices });
  }

  const checkCsrf = ({ request, parameters }: Step) =>
    sessions.checkCsrf(request, parameters.get('csrf_token') ?? '');

  const denyUrl = ({ request, authorization }: Step) =>
    answerUrl(authorization, sessions.origin(request), { error: 'access_denied' });

  const fieldsOf = ({ request, reply, authorization }: Step) => ({
    ...parametersOf(authorization),
    csrf_token: sessions.csrfToken(request, reply),
  });

  async function showTeams(step: Step, problem: string | null): Promise<FastifyReply> {
    const { reply, authorization, host, choices } = step;
    const { app: asking, developer } = authorization.client;
    const none = choices.every(({ refusal }) => refusal !== null);
    if (problem !== null || none) reply.code(400);
    return sendPage(
      reply,
      teamPickerPage({
        appName: asking.name,
        developer,
        email: host.account.email,
        choices,
        fields: fieldsOf(step),
        denyUrl: denyUrl(step),
        otherAccountUrl: loginUrl(pathOf(authorization), { another: true }),
        problem,
      }),
    );
  }

  async function showConsent(
    step: Step,
    choice: Choice,
    { problem, texts, secrets, refusals }: Sent,
  ): Promise<FastifyReply> {
    const { request, reply } = step;
    const { client, redirectUri } = step.authorization;
    const { settings, settingsVersion, team } = choice;
    const isAsked = needsSettings(settings);
    if (refusals.size > 0) reply.code(422);
    const host = isAsked ? await sessions.of(request, team.slug) : null;
    const caller = host && { viewer: viewerOnTeam(host), requestId: request.id };
    const asked = {
      settings,
      texts: new Map([...textsOf(settings), ...(texts ?? [])]),
      refusals,
      again: secrets,
      places: caller && (await findPlaces(execute, settings, caller)),
    };
    return sendPicturePage(
      step.reply,
      consentPage({
        appName: client.app.name,
        developer: client.developer,
        listing: client.listing,
        teamName: team.name,
        isInstalled: choice.isInstalled,
        asks: choice.asks,
        keeps: choice.keeps,
        taskTypes: client.taskTypes,
        returnsTo: new URL(redirectUri).host,
        fields: {
          ...fieldsOf(step),
          team: team.slug,
          version: client.liveVersion,
          ...(isAsked && { settings_version: String(settingsVersion) }),
        },
        problem,
        asked: isAsked ? asked : null,
      }),
    );
  }

  async function approve(step: Step, choice: Choice): Promise<FastifyReply> {
    const { request, reply, parameters, authorization, host } = step;
    const version = parameters.get('version') ?? '';
    const seen = parameters.get('settings_version');
    const filled = seen === null ? null : readFilledIn(choice.settings, parameters);
    const { texts = null, secrets = NO_KEYS } = filled ?? {};
    const sent = { texts, secrets, refusals: NONE };
    if (seen !== null && seen !== String(choice.settingsVersion)) {
      return showConsent(step, choice, { ...NOTHING_SENT, problem: SETTINGS_CHANGED });
    }
    const settings = filled?.changes ?? [];
    const input = { request: authorization.input, version, team: choice.team.slug, settings };
    const caller = { viewer: host.viewer, requestId: request.id, address: request.ip };
    const { oauthAuthorize: consented } = await execute(oauthAuthorizeDocument, { input }, caller);
    const { code, userErrors } = consented;
    if (code !== null) return sendOn(reply, answerUrl(authorization, sessions.origin(request), { code }));
    const [refusal] = userErrors;
    if (refusal?.code === 'MANIFEST_CHANGED') {
      return showConsent(step, choice, { ...sent, problem: refusal.message });
    }
    if (refusal?.code === 'LIMIT_REACHED') {
      reply.code(422);
      return showConsent(step, choice, { ...sent, problem: refusal.message });
    }
    const refusals = new Map(
      userErrors.flatMap(({ field, message }) =>
        field?.[0] === 'settings' ? [[field[1] ?? '', message] as const] : [],
      ),
    );
    if (refusals.size > 0) return showConsent(step, choice, { ...sent, refusals, problem: NOT_YET });
    throw new ProtocolError(400, 'invalid_request', refusal?.message ?? "The app can't be connected.");
  }
}

/** Result of the previously submitted form. */
interface Sent {
  readonly problem: string | null;
  /** Submitted field values; null if no form was submitted. */
  readonly texts: ReadonlyMap<string, string> | null;
  /** Keys of submitted secrets. */
  readonly secrets: ReadonlySet<string>;
  /** Reasons why settings were refused, by key. */
  readonly refusals: ReadonlyMap<string, string>;
}

const NONE: ReadonlyMap<string, string> = new Map();
const NO_KEYS: ReadonlySet<string> = new Set();
const NOTHING_SENT: Sent = { problem: null, texts: null, secrets: NO_KEYS, refusals: NONE };
const NOT_YET = "The app isn't connected yet: some of the settings it needs are missing or invalid.";
const SETTINGS_CHANGED = 'The settings changed in the meantime. Review them again.';

/** Returns the chosen team if the app can be installed there. */
const chosen = ({ parameters, choices }: Step): Choice | undefined =>
  choices.find(({ team, refusal }) => team.slug === parameters.get('team') && refusal === null);

const pathOf = (authorization: AuthorizationRequest): string =>
  `/oauth/authorize?${new URLSearchParams(parametersOf(authorization))}`;
