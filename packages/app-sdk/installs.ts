import { type Client, createClient, document } from './client.ts';
import { exchangeCode, readCallback } from './oauth.ts';
import type { AppSettings, SettingTypes } from './settings.ts';

/** A team's runtime token and webhook secret, as an app stores them. */
export interface InstallKeys {
  readonly token: string;
  readonly webhookSecret: string;
}

/** A team's API client and its host's settings. */
export interface Connection<Types extends SettingTypes> {
  readonly client: Client;
  /** Returns the host's settings, read on first use and again after `forget`. */
  readonly settings: () => Promise<AppSettings<Types>['values']>;
  /** Has the settings read again, e.g. after `app.settings_changed`. */
  readonly forget: () => void;
}

export interface InstallsOptions<Types extends SettingTypes> {
  /** The developer API's origin. */
  readonly apiUrl: string;
  /** The API's dated version; defaults to the newest at the SDK's release. */
  readonly version?: string;
  /** Time limit for a request; defaults to 10,000. */
  readonly timeoutMs?: number;
  /** Stored keys by team. Connecting a team changes them. */
  readonly keys: Record<string, InstallKeys>;
  /** Stores the changed keys. */
  readonly save: () => Promise<unknown>;
  /** The settings to read, with their types in the manifest. */
  readonly settings?: Types;
}

/** A request to the redirect URI from a host who installed the app from the app store. */
export interface StoreArrival {
  /** The request's full address or its path, with the query. */
  readonly url: string | URL;
  readonly redirectUri: string;
  /** The platform's authorization server, e.g. `https://panel.example.com`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An app's installs, one for each team. */
export interface Installs<Types extends SettingTypes> {
  readonly teams: () => readonly string[];
  /** Returns a team's webhook secret; undefined if the team isn't connected. */
  readonly secretOf: (team: string) => string | undefined;
  /** Returns a team's connection; undefined if the team isn't connected. */
  readonly of: (team: string) => Connection<Types> | undefined;
  /** Stores a token, e.g. from `platform install`, and returns its team. */
  readonly connect: (token: string, webhookSecret: string) => Promise<string>;
  /**
   * Exchanges the code that a host's browser brings from the app store, stores its token, and returns the team. Throws
   * CallbackError or ExchangeError. The app needs no accounts: the token is stored under the team that it belongs to.
   */
  readonly connectFromStore: (arrival: StoreArrival) => Promise<string>;
}

const CURRENT_INSTALL = document<{ currentInstall: { team: string } }, unknown>(
  '{ currentInstall { team } }',
);

/** Opens an app's installs. */
export function openInstalls<const Types extends SettingTypes = Record<never, never>>({
  apiUrl,
  version,
  timeoutMs,
  keys,
  save,
  settings: types,
}: InstallsOptions<Types>): Installs<Types> {
  /** Connections by team, opened on first use. */
  const opened = new Map<string, Connection<Types>>();
  const keysOf = (team: string) => (Object.hasOwn(keys, team) ? keys[team] : undefined);
  const clientWith = (token: string) =>
    createClient({ apiUrl, token, ...(version && { version }), ...(timeoutMs && { timeoutMs }) });

  const installs: Installs<Types> = {
    teams: () => Object.keys(keys),
    secretOf: (team) => keysOf(team)?.webhookSecret,
    of(team) {
      const stored = keysOf(team);
      if (!stored) return undefined;
      const connection = opened.get(team) ?? openConnection(clientWith(stored.token), types);
      opened.set(team, connection);
      return connection;
    },
    async connect(token, webhookSecret) {
      const { currentInstall } = await clientWith(token).request(CURRENT_INSTALL);
      keys[currentInstall.team] = { token, webhookSecret };
      opened.delete(currentInstall.team);
      await save();
      return currentInstall.team;
    },
    async connectFromStore({ url, ...app }) {
      // Without a `state`, only codes from the app store are accepted.
      const { code } = readCallback({ url, state: null });
      const { token, webhookSecret } = await exchangeCode({ ...app, code });
      return installs.connect(token, webhookSecret);
    },
  };
  return installs;
}

function openConnection<const Types extends SettingTypes>(
  client: Client,
  types: Types | undefined,
): Connection<Types> {
  let known: Promise<AppSettings<Types>['values']> | null = null;
  return {
    client,
    settings() {
      known ??= client.settings(types ?? ({} as Types)).then(({ values }) => values);
      const reading = known;
      // Retry a failed read next time.
      reading.catch(() => {
        if (known === reading) known = null;
      });
      return reading;
    },
    forget() {
      known = null;
    },
  };
}
