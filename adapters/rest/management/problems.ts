import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { OperationError } from '#kit/execute.ts';
import { type Faults, refuse, toProtocolError } from '../../errors.ts';

/** Status and title for every error code in this API (docs/interface/management.md#errors). */
export const PROBLEMS = {
  bad_request: [400, "The request can't be read."],
  team_header_required: [400, 'The X-Platform-Team header is missing.'],
  unauthenticated: [401, 'A valid access token is required.'],
  payment_required: [402, 'A statement is overdue.'],
  missing_ability: [403, "The access token doesn't allow this."],
  team_forbidden: [403, "You aren't a member of the team."],
  not_installable: [403, "The app can't be installed there."],
  not_dev_install: [403, "The install isn't a development install."],
  not_found: [404, 'Not found.'],
  method_not_allowed: [405, "The method isn't allowed."],
  slug_taken: [409, 'The slug is taken.'],
  already_installed: [409, 'The app is already installed.'],
  manifest_changed: [409, 'The app requests other permissions now.'],
  version_not_releasable: [409, "The version can't be released."],
  no_draft: [409, 'There is no draft.'],
  not_subscribed: [409, "The app doesn't subscribe to the topic."],
  not_triggerable: [409, "The topic can't be triggered."],
  not_listable: [409, 'The app has no listing.'],
  not_published: [409, "The listing isn't published."],
  plan_required: [409, 'The app needs a plan.'],
  plans_active: [409, 'The app has plans.'],
  limit_reached: [409, 'A limit was reached.'],
  busy: [409, 'Try again in a minute.'],
  payload_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The body has the wrong type.'],
  manifest_invalid: [422, 'The manifest breaks rules.'],
  setting_type_changed: [422, "A setting's type differs from before."],
  theme_invalid: [422, 'The theme breaks rules.'],
  listing_invalid: [422, 'The listing breaks rules.'],
  listing_incomplete: [422, 'The listing is incomplete.'],
  rate_limited: [429, 'Too many requests.'],
  internal_error: [500, 'Something went wrong on our side.'],
  unavailable: [503, 'The service is temporarily unavailable.'],
} as const satisfies Record<string, readonly [status: number, title: string]>;
export type ProblemCode = keyof typeof PROBLEMS;

/** Messages about parts of a request, by path. */
export type ProblemErrors = Readonly<Record<string, readonly string[]>>;

/** Creates a problem to throw; the error handler prints it. */
export const problem = (code: ProblemCode, detail: string, errors: ProblemErrors = {}): ProtocolError =>
  new ProtocolError(PROBLEMS[code][0], code, detail, { errors });

/**
 * Throws the first of a command's refusals; returns if there aren't any. Their codes are this API's codes in
 * upper case.
 */
export function throwRefusal(
  userErrors: readonly { readonly code: string; readonly message: string }[],
): void {
  const [first] = userErrors;
  if (!first) return;
  const code = first.code === 'ROLE_REQUIRED' ? 'team_forbidden' : first.code.toLowerCase();
  throw problem(isProblemCode(code) ? code : 'bad_request', first.message);
}

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

/** Prints any error as `application/problem+json`. Errors that the caller shouldn't see are logged and masked. */
export function printProblem(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toProtocolError(error, request, FAULTS);
  const { status, code, message, details } = known;
  const title = isProblemCode(code) ? PROBLEMS[code][1] : message;
  return refuse(reply, known)
    .type('application/problem+json')
    .send({
      type: `urn:platform:problem:${code}`,
      title,
      status,
      detail: message,
      code,
      message,
      request_id: request.id,
      errors: details.errors ?? {},
    });
}

/** True for routes whose body is a zip. */
export const takesZip = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.takesZip === true;

/** Creates the problem of a body with another type than the route's. */
export const wrongType = (request: FastifyRequest): ProtocolError =>
  problem(
    'unsupported_media_type',
    `Send the body as ${takesZip(request) ? 'application/zip' : 'application/json'}.`,
  );

const FAULTS: Faults = {
  log: 'A management request failed',
  failed: () =>
    problem('internal_error', 'The request failed on our side. If it persists, quote the request id.'),
  refused({ statusCode, message }, request) {
    const { bodyLimit = 0 } = request.routeOptions;
    const megabytes = Math.floor(bodyLimit / 2 ** 20);
    if (statusCode === 413) return problem('payload_too_large', `The body can be at most ${megabytes} MB.`);
    if (statusCode === 415) return wrongType(request);
    return problem('bad_request', message);
  },
  known: (error) => (error instanceof OperationError ? asRefusal(error) : null),
};

function asRefusal(error: OperationError): ProtocolError | null {
  if (error.code === 'ACCESS_DENIED') return problem('missing_ability', error.message);
  if (error.code === 'BAD_USER_INPUT') return problem('bad_request', error.message);
  return null;
}
