import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { hasTag } from '#kit/etag.ts';
import type { Execute, Operation } from '#kit/execute.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';
import type { Storefronts } from '../storefront.ts';
import { formatFor, MEDIA_TYPES } from './accept.ts';
import { exactBody, WrongBody } from './exact-body.ts';
import {
  attachmentFileDocument,
  attachmentUploadDocument,
  finishAttachmentUploadDocument,
  finishListingUploadDocument,
  finishMediaUploadDocument,
  listingFileDocument,
  listingUploadDocument,
  type MediaUploadQuery,
  mediaFileDocument,
  mediaUploadDocument,
} from './generated.ts';

export interface MediaRoutes {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  readonly objects: ObjectStore;
  /** True if the host name is the platform's own, which serves every team's photos and accepts uploads. */
  readonly isPlatformHost: (hostname: string) => boolean;
}

/** An announced upload. */
type Upload = NonNullable<MediaUploadQuery['mediaUpload']>;

/** A kind of upload: what its token announces, and what to do once the bytes are stored. */
interface UploadKind {
  readonly find: (request: FastifyRequest, token: string) => Promise<Upload | null>;
  readonly finish: (request: FastifyRequest, token: string) => Promise<boolean>;
}

/**
 * Serves uploads, pictures and files: hosts' photos (docs/interface/photos.md), app listings' photos, and
 * message attachments (docs/interface/conversations.md#attachments). Anyone who has the URL of an upload or a
 * file can use it; pictures are public.
 */
export async function mediaRoutes(
  app: FastifyInstance,
  { execute, storefronts, objects, isPlatformHost }: MediaRoutes,
): Promise<void> {
  app.setErrorHandler(answerProblem);
  // Accept any content type as bytes: processing detects the type from the first bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));

  const ask = <TResult, TVariables>(
    request: FastifyRequest,
    operation: Operation<TResult, TVariables>,
    variables: TVariables,
  ) => execute(operation, variables, { viewer: { kind: 'public' }, requestId: request.id });

  takeUploads('/media/uploads/:token', {
    find: async (request, token) => (await ask(request, mediaUploadDocument, { token })).mediaUpload,
    finish: async (request, token) =>
      (await ask(request, finishMediaUploadDocument, { token })).mediaUploadFinish,
  });
  takeUploads('/media/apps/uploads/:token', {
    find: async (request, token) => (await ask(request, listingUploadDocument, { token })).listingUpload,
    finish: async (request, token) =>
      (await ask(request, finishListingUploadDocument, { token })).listingUploadFinish,
  });

  takeUploads('/media/attachments/uploads/:token', {
    find: async (request, token) =>
      (await ask(request, attachmentUploadDocument, { token })).attachmentUpload,
    finish: async (request, token) =>
      (await ask(request, finishAttachmentUploadDocument, { token })).attachmentUploadFinish,
  });

  function takeUploads(path: string, { find, finish }: UploadKind): void {
    app.put<{ Params: { token: string } }>(path, { config: { slowBody: true } }, async (request, reply) => {
      if (!isPlatformHost(request.hostname)) throw NO_UPLOAD;
      const { token } = request.params;
      const upload = await find(request, token);
      if (!upload) throw NO_UPLOAD;
      if (upload.received) throw ALREADY_UPLOADED;
      await receive(request, upload);
      if (!(await finish(request, token))) throw NO_UPLOAD;
      return reply.send({ media_id: upload.mediaId, status: 'uploaded' });
    });
  }

  /** Stores the whole body if it matches the announcement; otherwise stores nothing. */
  async function receive(request: FastifyRequest, { key, bytes, sha256 }: Upload): Promise<void> {
    const length = request.headers['content-length'];
    if (length !== undefined && Number(length) !== bytes)
      throw new WrongBody(`The body has ${length} bytes instead of the announced ${bytes}.`);
    if (request.body === undefined) throw new WrongBody('The body is missing.');
    const checked = exactBody({ bytes, sha256 });
    const object = { body: checked, bytes, sha256, contentType: 'application/octet-stream' };
    const stored = objects.put(key, object);
    const sent = pipeline(request.body as Readable, checked); // the parser above passes the stream through
    const [storing, sending] = await Promise.allSettled([stored, sent]);
    if (sending.status === 'rejected') throw sending.reason;
    if (storing.status === 'rejected') throw storing.reason;
  }

  app.get<PictureRoute>('/media/:sha256/:width', async (request, reply) => {
    const storefrontId = isPlatformHost(request.hostname) ? null : (await storefronts.of(request)).id;
    const asked = pictureOf(request);
    return sendPicture(
      request,
      reply,
      (await ask(request, mediaFileDocument, { ...asked, storefrontId })).mediaFile,
    );
  });

  app.get<PictureRoute>('/media/apps/:sha256/:width', async (request, reply) => {
    if (!isPlatformHost(request.hostname)) throw NO_PHOTO;
    const asked = pictureOf(request);
    return sendPicture(request, reply, (await ask(request, listingFileDocument, asked)).listingFile);
  });

  app.get<{ Params: { id: string }; Querystring: { sig?: unknown } }>(
    '/attachments/:id',
    async (request, reply) => {
      const { sig } = request.query;
      const asked = { id: request.params.id, signature: typeof sig === 'string' ? sig : '' };
      if (!isPlatformHost(request.hostname)) throw NO_FILE;
      const { attachmentFile: kept } = await ask(request, attachmentFileDocument, asked);
      const file = kept && (await objects.get(kept.key));
      if (!kept || !file) throw NO_FILE;
      return reply
        .headers({ ...FILE_HEADERS, 'content-type': kept.type, 'content-length': file.bytes })
        .header('content-disposition', asDownload(kept.name))
        .send(file.body);
    },
  );

  async function sendPicture(
    request: FastifyRequest<PictureRoute>,
    reply: FastifyReply,
    kept: { readonly key: string } | null,
  ): Promise<FastifyReply> {
    if (!kept) throw NO_PHOTO;
    const { sha256, width } = request.params;
    const format = formatFor(request.headers.accept);
    const etag = `"${sha256.slice(0, 32)}-${width}-${format}"`;
    reply.headers({ ...HEADERS, etag });
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const file = await objects.get(`${kept.key}.${format}`);
    if (!file) {
      request.log.error({ key: kept.key }, 'A stored photo is missing');
      throw NO_PHOTO;
    }
    return reply
      .headers({ 'content-type': MEDIA_TYPES[format], 'content-length': file.bytes })
      .send(file.body);
  }
}

interface PictureRoute {
  readonly Params: { readonly sha256: string; readonly width: string };
}

/** Returns the picture at an address; throws if there isn't one. */
function pictureOf({ params: { sha256, width } }: FastifyRequest<PictureRoute>) {
  if (!DIGEST.test(sha256) || !WIDTH.test(width)) throw NO_PHOTO;
  return { sha256, width: Number(width) };
}

const DIGEST = /^[\da-f]{64}$/;
const WIDTH = /^\d{3,4}$/;

/**
 * A photo never changes: a different photo has a different address. Wherever it's embedded, it's displayed
 * and never executed.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/**
 * A file from a stranger: browsers save it and never display or execute it, whatever its type. Anyone with
 * its address can read it.
 */
const FILE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Formats the download header as in RFC 6266: the complete name for clients that read UTF-8, an ASCII-only
 * name for the others.
 */
function asDownload(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

const NO_FILE = new ProtocolError(
  404,
  'not_found',
  'This link is no longer valid. Open the message again for a new one.',
);
const NO_PHOTO = new ProtocolError(404, 'not_found', 'There is no such photo.');
const NO_UPLOAD = new ProtocolError(
  404,
  'upload_not_found',
  'This upload is unknown or no longer valid. Announce the photo again.',
);
const ALREADY_UPLOADED = new ProtocolError(409, 'already_uploaded', 'This photo is already uploaded.');

async function answerProblem(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = toProtocolError(error, request, FAULTS);
  // Don't wait for the rest of an unread body.
  if (request.method === 'PUT') reply.header('connection', 'close');
  reply.header('cache-control', 'no-store');
  return refuse(reply, known).send({ code: known.code, message: known.message });
}

const FAULTS: Faults = {
  log: 'Failed to serve or store a photo',
  failed: (id) =>
    new ProtocolError(
      500,
      'internal_error',
      `Something went wrong on our side. If it persists, quote ${id}.`,
    ),
  refused: ({ statusCode }) => new ProtocolError(statusCode, 'bad_request', "The request can't be read."),
  known: (error) => (error instanceof WrongBody ? new ProtocolError(400, 'wrong_body', error.message) : null),
};
