import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import { ProtocolError } from '#kit/errors.ts';
import { type Execute, OperationError } from '#kit/execute.ts';
import type { HostSessions, SignedInHost } from '../host-session.ts';
import { approveDeviceDocument, denyDeviceDocument, openDeviceDocument } from './generated.ts';
import { confirmDevicePage, deviceCodePage, deviceDonePage } from './pages/device.ts';
import { sendOn, sendPage } from './pages.ts';
import { queryOf, readParameters } from './parameters.ts';
import { loginUrl } from './return-to.ts';

export interface DeviceRoutesOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
}

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly host: SignedInHost;
}

/** A code, the reason it doesn't work, and the response status. */
interface Problem {
  readonly userCode: string;
  readonly code: string;
  readonly message: string;
}

/**
 * Serves the pages where a developer confirms the code from a terminal
 * (docs/interface/oauth.md#device-sign-in). They are plain pages: the code's form is a query, the decision a
 * form with its CSRF token.
 */
export function deviceRoutes(app: FastifyInstance, { execute, sessions }: DeviceRoutesOptions): void {
  const callerOf = ({ request, host }: Visit) => ({
    viewer: host.viewer,
    requestId: request.id,
    address: request.ip,
  });

  app.get('/device', async (request, reply) => {
    const userCode = readParameters(queryOf(request.url)).get('user_code')?.slice(0, 40) ?? null;
    const host = await sessions.of(request);
    if (!host) return sendOn(reply, loginUrl(pathOf(userCode)));
    const visit = { request, reply, host };
    return userCode === null ? askForCode(visit, null) : askToConfirm(visit, userCode);
  });

  app.post('/device', async (request: FastifyRequest<{ Body: string | undefined }>, reply) => {
    const form = readParameters(request.body ?? '');
    sessions.checkCsrf(request, form.get('csrf_token') ?? '');
    const userCode = (form.get('user_code') ?? '').slice(0, 40);
    const decision = form.get('decision');
    const host = await sessions.of(request);
    if (!host) return sendOn(reply, loginUrl(pathOf(userCode)));
    const visit = { request, reply, host };
    if (decision === 'deny') return deny(visit, userCode);
    if (decision === 'approve') return approve(visit, userCode);
    throw new ProtocolError(400, 'bad_request', 'Choose Allow or Deny.');
  });

  function askForCode({ request, reply, host }: Visit, problem: Problem | null): Promise<FastifyReply> {
    if (problem) reply.code(problem.code === 'TOO_MANY_ATTEMPTS' ? 429 : 422);
    const page = {
      email: host.account.email,
      userCode: problem?.userCode ?? '',
      problem: problem?.message ?? null,
      otherAccountUrl: loginUrl(pathOf(problem?.userCode ?? null), { another: true }),
      csrfToken: sessions.csrfToken(request, reply),
    };
    return sendPage(reply, deviceCodePage(page));
  }

  async function askToConfirm(visit: Visit, typed: string): Promise<FastifyReply> {
    const { deviceOpen } = await execute(openDeviceDocument, { userCode: typed }, callerOf(visit));
    const { device, userErrors } = deviceOpen;
    const [refusal] = userErrors;
    if (!device) return askForCode(visit, { userCode: typed, ...asRefusal(refusal) });
    const { request, reply, host } = visit;
    return sendPage(
      reply,
      confirmDevicePage({
        device,
        fromElsewhere: device.address !== budgetAddress(request.ip),
        email: host.account.email,
        otherAccountUrl: loginUrl(pathOf(device.userCode), { another: true }),
        csrfToken: sessions.csrfToken(request, reply),
      }),
    );
  }

  async function approve(visit: Visit, userCode: string): Promise<FastifyReply> {
    try {
      const { deviceApprove } = await execute(approveDeviceDocument, { userCode }, callerOf(visit));
      const { tokenName, userErrors } = deviceApprove;
      if (tokenName !== null) return sendPage(visit.reply, deviceDonePage({ tokenName }));
      return askForCode(visit, { userCode, ...asRefusal(userErrors[0]) });
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'STEP_UP_REQUIRED') throw error;
      return sendOn(visit.reply, loginUrl(pathOf(userCode), { another: true }));
    }
  }

  async function deny(visit: Visit, userCode: string): Promise<FastifyReply> {
    const { deviceDeny } = await execute(denyDeviceDocument, { userCode }, callerOf(visit));
    const [refusal] = deviceDeny.userErrors;
    if (refusal) return askForCode(visit, { userCode, ...refusal });
    return sendPage(visit.reply, deviceDonePage({ tokenName: null }));
  }
}

type Refusal = Pick<Problem, 'code' | 'message'>;

const asRefusal = (refusal: Refusal | undefined): Refusal =>
  refusal ?? { code: 'INVALID', message: "This code doesn't work." };

const pathOf = (userCode: string | null): string =>
  userCode === null ? '/device' : `/device?${new URLSearchParams({ user_code: userCode })}`;
