import type { FastifyInstance } from 'fastify';
import { indexForModels } from '#adapters/docs/index-for-models.ts';
import { docsPages } from '#adapters/docs/plugin.ts';
import { explorerPages } from '#adapters/explorer/plugin.ts';
import { type AccessChange, openHostSessions } from '#adapters/host-session.ts';
import { LODGING_CODECS } from '#adapters/lodging/codecs.ts';
import { lodgingRoutes } from '#adapters/lodging/plugin.ts';
import { lodgingProfile } from '#adapters/lodging/profile.ts';
import { lodgingTools } from '#adapters/lodging/tools.ts';
import { mcpRoutes } from '#adapters/mcp/plugin.ts';
import { profileRoutes } from '#adapters/mcp/ucp/profile.ts';
import { mediaRoutes } from '#adapters/media/plugin.ts';
import { ACCOUNT_REQUESTS_PER_HOUR } from '#adapters/oauth/account-requests.ts';
import { DEVICE_SIGN_INS_PER_TEN_MINUTES } from '#adapters/oauth/device-grant.ts';
import { oauth } from '#adapters/oauth/plugin.ts';
import { TOKEN_REQUESTS_PER_MINUTE } from '#adapters/oauth/token.ts';
import { APP_SESSION_BUDGET } from '#adapters/panel-api/app-session-budget.ts';
import { panelPages } from '#adapters/panel-api/pages.ts';
import { panelApi } from '#adapters/panel-api/plugin.ts';
import { acpRoutes } from '#adapters/rest/acp/plugin.ts';
import { REQUESTS_PER_MINUTE } from '#adapters/rest/management/limit.ts';
import { management } from '#adapters/rest/management/plugin.ts';
import { resourceMetadata } from '#adapters/rest/management/resource.ts';
import { openStorefronts } from '#adapters/storefront.ts';
import type { StorefrontPages } from '#adapters/storefront-pages/ask.ts';
import { openFormTokens } from '#adapters/storefront-pages/form-tokens.ts';
import { storefrontPages } from '#adapters/storefront-pages/plugin.ts';
import { openThemes } from '#adapters/storefront-pages/theme/themes.ts';
import { tlsAllowedRoute } from '#adapters/tls-allowed.ts';
import { transferRoutes } from '#adapters/transfers/plugin.ts';
import { changePassword, securityTxt } from '#adapters/well-known.ts';
import type { SubgraphContext } from '#db/context.ts';
import { BUDGET, REGISTERED } from '#gateway/cost/limits.ts';
import type { InstallChanges } from '#gateway/http/callers.ts';
import { openHostApi, SESSION_BUDGET } from '#gateway/http/host-api.ts';
import { developerApi } from '#gateway/http/plugin.ts';
import { isRetired, UNSTABLE } from '#gateway/http/versions.ts';
import { systemClock } from '#kit/clock.ts';
import type { Config } from '#kit/config.ts';
import type { Caller, Execute } from '#kit/execute.ts';
import { openObjects } from '#kit/objects/open-objects.ts';
import type { Changes } from '#kit/remembered.ts';
import type { Vault } from '#kit/secrets.ts';
import { MAX_REQUESTS_AN_HOUR } from '#schema/limits.ts';
import { API_VERSIONS } from '#schema/views.ts';
import { SCOPES } from '#subgraphs/apps/index.ts';
import { DOCS, isDocsBuilt } from './docs-folder.ts';
import { isPlatformHost, onlyUnderPlatformHosts, platformHosts } from './hosts.ts';
import { mount } from './http.ts';
import type { Limits } from './limits.ts';
import type { Supergraph } from './supergraph.ts';

/** Dependencies of the HTTP surfaces. */
export interface Surfaces {
  readonly http: FastifyInstance;
  readonly config: Config;
  readonly supergraph: Supergraph;
  readonly execute: Execute;
  readonly vault: Vault;
  readonly limits: Limits;
  readonly installChanges: InstallChanges;
  readonly accessChanges: Changes<AccessChange>;
  readonly contextFor: (caller: Caller & { readonly apiVersion?: string | null }) => SubgraphContext;
  /**
   * Domain of the storefront that `localhost` and `127.0.0.1` serve in addition to the platform's own
   * surfaces; null for none.
   */
  readonly localStorefront: string | null;
}

/** Registers every adapter on the HTTP server; no other code lists the surfaces. */
export async function openSurfaces(surfaces: Surfaces): Promise<void> {
  const { http, config, execute, vault, limits, localStorefront } = surfaces;
  const storefronts = openStorefronts({ execute, localStorefront });
  const perAddress = (name: string) =>
    limits.requests(name, { limit: config.agentRateLimit, windowMs: A_MINUTE });
  const rateLimiter = perAddress('agent');
  const paymentLimiter = perAddress('guest-payment');
  const bookingLimiter = perAddress('guest-booking');
  const frameLimiter = perAddress('frame-session');
  const requestLimiter = limits.requests('guest-request', { limit: MAX_REQUESTS_AN_HOUR, windowMs: AN_HOUR });
  const sessionKeys = vault.derive('mcp-session');
  await mount(http, (app) => profileRoutes(app, { execute, storefronts }));
  await mount(http, (app) =>
    storefrontPages(app, {
      execute,
      storefronts,
      pageBudgets: limits.points('guest-page', perMinute(config.publicRateLimit)),
      frameLimiter,
      themes: openThemes({ execute }),
      paymentLimiter,
      bookingLimiter,
      requestLimiter,
      objects: openObjects(config),
      formTokens: openFormTokens(vault.derive('guest-form')),
      platformIndex: platformIndexOf(config),
      docsIndex: docsIndexOf(config),
      isPlatformHost: isPlatformHost(config),
    }),
  );
  const codec = config.ucpLodgingDraft && LODGING_CODECS[config.ucpLodgingDraft];
  const drafted = codec && lodgingTools(codec);
  await mount(http, (app) => mcpRoutes(app, { execute, storefronts, rateLimiter, sessionKeys, drafted }));
  if (codec) {
    const draft = { execute, storefronts, rateLimiter, codec };
    await mount(http, (app) => lodgingProfile(app, draft));
    await mount(http, (app) => lodgingRoutes(app, draft), '/api/ucp/lodging');
  }
  await mount(http, (app) => acpRoutes(app, { execute, storefronts, rateLimiter }), '/api/acp');
  await mount(http, (app) => tlsAllowedRoute(app, { execute, trustedProxies: config.trustedProxies }));
  await mount(http, (app) =>
    mediaRoutes(app, {
      execute,
      storefronts,
      objects: openObjects(config),
      isPlatformHost: isPlatformHost(config),
    }),
  );
  await mountManagement(surfaces);
  await mountDeveloperApi(surfaces);
  await mountAuth(surfaces);
  await mountExplorer(surfaces);
  await mountDocs(surfaces);
}

async function mountAuth(surfaces: Surfaces): Promise<void> {
  const { http, config, execute, vault, limits, supergraph, accessChanges } = surfaces;
  const publicOrigin = config.publicOriginAuth;
  const csrfKeys = vault.derive('csrf');
  const { now } = systemClock;
  const sessions = openHostSessions({ execute, csrfKeys, publicOrigin, accessChanges, now });
  const accountLimiter = limits.requests('account', { limit: ACCOUNT_REQUESTS_PER_HOUR, windowMs: AN_HOUR });
  const limiter = limits.requests('oauth', { limit: TOKEN_REQUESTS_PER_MINUTE, windowMs: A_MINUTE });
  const paymentLimiter = limits.requests('statement-payment', {
    limit: config.agentRateLimit,
    windowMs: A_MINUTE,
  });
  const deviceLimiter = limits.requests('device', {
    limit: DEVICE_SIGN_INS_PER_TEN_MINUTES,
    windowMs: 10 * A_MINUTE,
  });
  await mount(http, async (app) => {
    onlyUnderPlatformHosts(app, publicOrigin);
    const signUpOpen = config.signUp === 'open';
    await oauth(app, {
      execute,
      sessions,
      limiter,
      deviceLimiter,
      accountLimiter,
      paymentLimiter,
      signUpOpen,
      scopes: SCOPES,
    });
  });
  await mount(http, async (app) => {
    onlyUnderPlatformHosts(app, publicOrigin);
    await transferRoutes(app, { execute });
  });
  await mount(http, async (app) => {
    onlyUnderPlatformHosts(app, publicOrigin);
    changePassword(app);
  });
  await mount(http, async (app) =>
    securityTxt(app, { contact: config.securityContact, origin: publicOrigin, now }),
  );
  const hostApi = openHostApi(() => supergraph.engine('host'), {
    budgets: limits.points('panel', SESSION_BUDGET),
    log: http.log,
  });
  http.addHook('onClose', hostApi.close);
  const appSessionBudgets = limits.points('app-session', APP_SESSION_BUDGET);
  const underPanel = (routes: (app: FastifyInstance) => Promise<void>) => async (app: FastifyInstance) => {
    onlyUnderPlatformHosts(app, publicOrigin);
    await routes(app);
  };
  await mount(
    http,
    underPanel((app) => panelApi(app, { execute, sessions, runHost: hostApi.run, appSessionBudgets })),
    '/panel',
  );
  await mount(
    http,
    underPanel((app) =>
      panelPages(app, {
        execute,
        sessions,
        dist: new URL('../panel/dist/', import.meta.url),
        docs: `${config.publicOriginApi ?? ''}/docs`,
      }),
    ),
    '/panel',
  );
}

async function mountManagement({ http, config, execute, limits }: Surfaces): Promise<void> {
  const budget = (name: string) => limits.requests(name, { limit: REQUESTS_PER_MINUTE, windowMs: A_MINUTE });
  const limiters = {
    requests: budget('management'),
    polls: budget('management-forward'),
    strangers: budget('management-strangers'),
  };
  const underApi = async (app: FastifyInstance) => {
    onlyUnderPlatformHosts(app, config.publicOriginApi);
    await management(app, { execute, limiters, publicOriginApi: config.publicOriginApi });
  };
  await mount(http, underApi, '/api/dev');
  await mount(http, async (app) => {
    onlyUnderPlatformHosts(app, config.publicOriginApi);
    resourceMetadata(app, config);
  });
}

async function mountDeveloperApi(surfaces: Surfaces): Promise<void> {
  const { http, config, execute, limits, supergraph, installChanges } = surfaces;
  const underApi = async (app: FastifyInstance) => {
    onlyUnderPlatformHosts(app, config.publicOriginApi);
    const { engine } = supergraph;
    const budgets = limits.points('developer', BUDGET);
    const documentBudgets = limits.points('developer-documents', REGISTERED.budget);
    const publicBudgets = limits.points('public', perMinute(config.publicRateLimit));
    const { now } = systemClock;
    await developerApi(app, {
      execute,
      installChanges,
      engine,
      budgets,
      documentBudgets,
      publicBudgets,
      versions: API_VERSIONS,
      now,
    });
  };
  await mount(http, underApi, '/developer/api');
}

async function mountExplorer({ http, config }: Surfaces): Promise<void> {
  const versions = () =>
    [...API_VERSIONS, UNSTABLE]
      .filter((version) => !isRetired(version, systemClock.now()))
      .map(({ version }) => version);
  const underApi = async (app: FastifyInstance) => {
    onlyUnderPlatformHosts(app, config.publicOriginApi);
    await explorerPages(app, { dist: new URL('../explorer/dist/', import.meta.url), versions });
  };
  await mount(http, underApi, '/developer/explorer');
}

const DOWNLOADS = new URL('../docs/dist/', import.meta.url);

/** Returns the documentation index, for requests to the API's host name. */
function platformIndexOf({ publicOriginApi }: Config): StorefrontPages['platformIndex'] {
  const hosts = platformHosts(publicOriginApi);
  return async ({ protocol, host, hostname }) =>
    hosts.includes(hostname.toLowerCase()) ? indexForModels(DOCS, `${protocol}://${host}`) : '';
}

/** Returns the documentation index's address, for storefronts at other host names. */
function docsIndexOf({ publicOriginApi }: Config): StorefrontPages['docsIndex'] {
  const hosts = platformHosts(publicOriginApi);
  return ({ protocol, hostname, port }) => {
    if (hosts.includes(hostname.toLowerCase()) || !isDocsBuilt()) return null;
    const local = `${protocol}://localhost${port === null ? '' : `:${port}`}`;
    return `${publicOriginApi ?? local}/docs/llms.txt`;
  };
}

async function mountDocs({ http, config }: Surfaces): Promise<void> {
  const underApi = async (app: FastifyInstance) => {
    onlyUnderPlatformHosts(app, config.publicOriginApi);
    await docsPages(app, { dist: DOCS, downloads: DOWNLOADS });
  };
  await mount(http, underApi, '/docs');
}

/** Window for counting requests (docs/interface/storefronts.md#limits). */
const A_MINUTE = 60_000;
const AN_HOUR = 60 * A_MINUTE;
const A_MINUTE_IN_SECONDS = 60;

const perMinute = (capacity: number) => ({ capacity, restoredPerSecond: capacity / A_MINUTE_IN_SECONDS });
