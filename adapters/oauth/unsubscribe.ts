import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { openNoticesDocument, setNoticesDocument } from './generated.ts';
import { unsubscribePage } from './pages/unsubscribe.ts';
import { sendPage } from './pages.ts';
import { readParameters } from './parameters.ts';

type LinkRequest = FastifyRequest<{ Params: { token: string }; Body: string | undefined }>;

/**
 * Serves the unsubscribe link in notices to members (docs/interface/mails.md#unsubscribing). Mail programs
 * send `List-Unsubscribe=One-Click` (RFC 8058) without a cookie, so a request needs only the link's sealed
 * token.
 */
export function unsubscribeRoutes(app: FastifyInstance, { execute }: { readonly execute: Execute }): void {
  void app.register((routes, _options, done) => {
    // RFC 8058 has mail programs post multipart forms; their fields are ignored.
    const options = { parseAs: 'string', bodyLimit: MOST_BYTES } as const;
    routes.addContentTypeParser('multipart/form-data', options, (_request, body, parsed) =>
      parsed(null, body),
    );
    addRoutes(routes, execute);
    done();
  });
}

const MOST_BYTES = 4_096;

function addRoutes(app: FastifyInstance, execute: Execute): void {
  const path = '/unsubscribe/:token';
  const callerOf = ({ id }: FastifyRequest) => ({ viewer: { kind: 'public' }, requestId: id }) as const;
  const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

  app.get(path, async (request: LinkRequest, reply) => {
    const { token } = request.params;
    const { noticeSubscription } = await execute(openNoticesDocument, { token }, callerOf(request));
    if (!noticeSubscription) throw GONE;
    return sendPage(reply, unsubscribePage(noticeSubscription, pathOf(request)));
  });

  app.post(path, async (request: LinkRequest, reply) => {
    const { token } = request.params;
    const muted = readParameters(request.body ?? '').get('muted') !== 'no';
    const { noticeSubscriptionSet } = await execute(setNoticesDocument, { token, muted }, callerOf(request));
    if (!noticeSubscriptionSet) throw GONE;
    return sendPage(reply, unsubscribePage(noticeSubscriptionSet, pathOf(request)));
  });
}

const GONE = new ProtocolError(
  410,
  'link_over',
  "This link is no longer valid. If you still get emails, sign in and ask the team's owner.",
);
