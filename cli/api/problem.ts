import * as z from 'zod/mini';
import { EXIT, type ExitCode, Failure } from '../failure.ts';

/** The management API's application/problem+json (RFC 9457 with our members). */
const Problem = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  request_id: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});

/** A refusal from the API with all its details. */
export class ApiFailure extends Failure {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** Error messages, by their path in the request. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
  /** The body as received, printed by --json. */
  readonly body: string;
  readonly retryAfterSeconds: number | undefined;
  /** Problems that the command has already printed with their places. */
  located = 0;

  constructor(status: number, body: string, headers: Headers) {
    const problem = readProblem(body);
    const code = problem.code ?? `http_${status}`;
    const said = problem.message ?? problem.detail ?? problem.title ?? `The API answered ${status}.`;
    super(exitCodeOf(status, code), said, hintFor(status, code));
    this.status = status;
    this.code = code;
    this.requestId = problem.request_id ?? headers.get('x-request-id') ?? undefined;
    this.paths = problem.errors ?? {};
    this.body = body;
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }
}

function readProblem(body: string): z.infer<typeof Problem> {
  try {
    return z.safeParse(Problem, JSON.parse(body)).data ?? {};
  } catch {
    // A proxy's HTML page isn't a problem document; the status still shows the outcome.
    return {};
  }
}

function exitCodeOf(status: number, code: string): ExitCode {
  if (status === 401) return EXIT.signedOut;
  if (code === 'team_header_required') return EXIT.usage;
  if (status === 422) return EXIT.invalid;
  return EXIT.failed;
}

const HINTS: Readonly<Record<string, string>> = {
  missing_ability: 'Create an access token with the ability develop-apps.',
  team_forbidden:
    'Use one of your teams: platform teams. At other teams, a host installs and updates the app.',
  not_installable: "A private app can be installed only on its own account's teams.",
  not_dev_install: 'Install it for local work: platform uninstall, then platform install --dev.',
  no_draft: 'Push a version first: platform push.',
  already_installed:
    'To get a new token, run: platform token-rotate. To grant it new permissions: platform install --update.',
  manifest_changed: 'Run the command again to see what the app requests now.',
  slug_taken: 'Choose another slug in app.toml.',
  team_header_required: 'Give the team with --team.',
};

function hintFor(status: number, code: string): { hint?: string } {
  if (status === 401)
    return { hint: 'Run: platform login. Or set PLATFORM_TOKEN to a personal access token.' };
  const hint = HINTS[code];
  return hint === undefined ? {} : { hint };
}
