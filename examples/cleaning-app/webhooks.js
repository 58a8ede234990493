import { SignatureError, verifyWebhook } from '@platform/app-sdk';
import { AnswerError, readBody } from './http.js';

/** @import { Crew } from './crew.js' */
/** @import { Handler } from './http.js' */
/** @import { Installs } from './installs.js' */

/** @param {{ installs: Installs, crew: Crew }} parts @returns {Record<string, Handler>} */
export const webhookRoutes = ({ installs, crew }) => ({
  async 'POST /webhooks'(request, response) {
    const body = await readBody(request);
    const envelope = await verifyWebhook({
      headers: request.headers,
      body,
      secret: (team) => installs.of(team)?.webhookSecret,
    }).catch((error) => {
      throw error instanceof SignatureError ? new AnswerError(error.status, error.message) : error;
    });
    await crew.hear(envelope);
    response.writeHead(204).end();
  },
});
