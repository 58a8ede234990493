import type { Answer } from './api/client.ts';
import { type Answered, type Given, type OperationId, request } from './api/operations.ts';
import { readCredentials } from './credentials.ts';
import { readEnv } from './env-file.ts';
import { EXIT, Failure, missing } from './failure.ts';
import { isDevelopment } from './manifest/check.ts';
import { choose } from './terminal/ask.ts';
import { print } from './terminal/output.ts';
import { spinning } from './terminal/spinner.ts';

/** Options for every command. */
export type Options = {
  readonly json: boolean;
  readonly input: boolean;
  readonly team?: string | undefined;
  readonly apiUrl?: string | undefined;
};

const DEFAULT_API_URL = 'http://localhost:4000';

/** Variable with the API's address, in the environment and in an app's .env file. */
export const API_URL_NAME = 'PLATFORM_API_URL';

/** One run of the command: the API's address, the signed-in account, and whether a person can be prompted. */
export class Session {
  readonly json: boolean;
  /** True if a person at a terminal can be prompted. False with --no-input, --json, a pipe or a job. */
  readonly interactive: boolean;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    this.json = options.json;
    this.interactive =
      options.input && !options.json && process.stdin.isTTY === true && process.stderr.isTTY === true;
  }

  /** True if the command names a team with --team. */
  get teamGiven(): boolean {
    return this.#options.team !== undefined;
  }

  /**
   * Returns the API's origin: --api-url, PLATFORM_API_URL, the same variable in this folder's .env file, the last API
   * signed in to, or the local default.
   */
  async apiUrl(): Promise<string> {
    return (await this.#api()).url;
  }

  async #api(): Promise<{ readonly url: string; readonly isFromFile: boolean }> {
    const given = this.#options.apiUrl ?? process.env.PLATFORM_API_URL;
    if (given) {
      const source = this.#options.apiUrl ? '--api-url' : API_URL_NAME;
      return { url: originOf(given, source), isFromFile: false };
    }
    const written = await readEnv('.env', API_URL_NAME);
    if (written) return { url: originOf(written, `${API_URL_NAME} in .env`), isFromFile: true };
    return { url: (await readCredentials()).current ?? DEFAULT_API_URL, isFromFile: false };
  }

  /**
   * Returns the personal access token and its source; undefined if no one is signed in to this API. A file in a folder from
   * someone else could name their server, so PLATFORM_TOKEN isn't sent to an address from .env on another machine.
   */
  async token(): Promise<{ value: string; from: string } | undefined> {
    const { url, isFromFile } = await this.#api();
    const given = process.env.PLATFORM_TOKEN?.trim();
    if (given && (!isFromFile || isDevelopment(url))) return { value: given, from: 'PLATFORM_TOKEN' };
    const stored = (await readCredentials()).tokens[url];
    return stored === undefined ? undefined : { value: stored, from: 'platform login' };
  }

  /** Runs a management API operation as the signed-in account, with a spinner if a person is waiting. */
  async call<Id extends OperationId>(
    id: Id,
    given: Given<Id>,
    doing = 'Asking the API',
  ): Promise<Answered<Id>> {
    return spinning(doing, !this.json, () => this.poll(id, given));
  }

  /** Does the same without a spinner, for calls that are meant to wait. */
  async poll<Id extends OperationId>(id: Id, given: Given<Id>, timeoutMs?: number): Promise<Answered<Id>> {
    const apiUrl = await this.apiUrl();
    const token = await this.token();
    if (token === undefined) {
      const { isFromFile } = await this.#api();
      throw new Failure(EXIT.signedOut, `Not signed in to ${apiUrl}.`, {
        hint: isFromFile
          ? 'Run: platform login. To use PLATFORM_TOKEN, also set PLATFORM_API_URL: the token is not sent to an address that only .env names, unless it is on this machine.'
          : 'Run: platform login. Or set PLATFORM_TOKEN to a personal access token.',
      });
    }
    return request(apiUrl, id, given, { token: token.value, timeoutMs });
  }

  /** Returns the team to act on: --team, the account's only team, or the team picked at the terminal. */
  async team(): Promise<string> {
    const given = this.#options.team ?? process.env.PLATFORM_TEAM;
    if (given) return given;
    const teams = (await this.call('listTeams', {})).data.data;
    if (teams.length === 1 && teams[0]) return teams[0].slug;
    if (!this.interactive || teams.length === 0) throw missing('--team <slug>', 'The team');
    return choose(
      'Team',
      teams.map((team) => team.slug),
    );
  }

  /** Prints the response: with --json, its body as received; otherwise, calls `human`. */
  show(answer: Answer, human: () => void): void {
    if (this.json) print(answer.text.trimEnd());
    else human();
  }
}

function originOf(given: string, source: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin;
  throw new Failure(EXIT.usage, `${source} isn't an http or https address: ${given}`);
}
