/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** @typedef {(request: IncomingMessage, response: ServerResponse) => Promise<void>} Handler */

/** An expected error: the caller gets its message, and nothing is logged. */
export class AnswerError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const LARGEST_BODY = 1_000_000;

/** Reads the raw body, which the signature covers. @param {IncomingMessage} request */
export async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new AnswerError(413, 'The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param {ServerResponse} response @param {unknown} value */
export function answerJson(response, value) {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}
