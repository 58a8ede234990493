import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { transferPieceDocument, transferReceiveDocument } from './generated.ts';

/** Chunk size in bytes; the whole file is never in memory. */
const PIECE_BYTES = 512 * 1024;
const MAX_FILE_BYTES = 20_000_000;

const NOT_FOUND = new ProtocolError(404, 'not_found', 'This link is no longer valid. Start again.');

const TOO_LARGE = new ProtocolError(413, 'too_large', 'A file can be at most 20 MB.');

/** Serves import and export files (docs/interface/import.md#files). Anyone who has a file's URL can access it. */
export async function transferRoutes(
  app: FastifyInstance,
  { execute }: { readonly execute: Execute },
): Promise<void> {
  // Accept any content type as raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));

  app.put<{ Params: { token: string } }>(
    '/transfers/:token',
    { bodyLimit: MAX_FILE_BYTES, config: { slowBody: true } },
    async (request) => {
      const { token } = request.params;
      const keep = async (n: number, content: Buffer, isLast: boolean) => {
        const piece = { token, n, content: content.toString('base64'), isLast };
        if (!(await execute(transferReceiveDocument, piece, callerOf(request))).importReceive)
          throw NOT_FOUND;
      };
      if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) throw TOO_LARGE;
      let n = 0;
      let piece = Buffer.alloc(0);
      for await (const chunk of bodyOf(request)) {
        piece = Buffer.concat([piece, chunk]);
        for (; piece.length > PIECE_BYTES; piece = piece.subarray(PIECE_BYTES)) {
          await keep(n++, piece.subarray(0, PIECE_BYTES), false);
        }
      }
      if (n === 0 && piece.length === 0) throw new ProtocolError(400, 'empty', 'The file is empty.');
      await keep(n, piece, true);
      return { status: 'uploaded' };
    },
  );

  app.get<{ Params: { token: string } }>('/transfers/:token', async (request, reply) => {
    const { token } = request.params;
    const read = async (n: number) => {
      const { exportPiece } = await execute(transferPieceDocument, { token, n }, callerOf(request));
      return exportPiece === null ? null : Buffer.from(exportPiece, 'base64');
    };
    const first = await read(0);
    if (first === null) throw NOT_FOUND;
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="export.json"',
      'cache-control': 'private, no-store',
    });
    return reply.send(Readable.from(pieces(first, read)));
  });
}

const callerOf = ({ id }: FastifyRequest) => ({ viewer: { kind: 'public' }, requestId: id }) as const;

const bodyOf = ({ body }: FastifyRequest): AsyncIterable<Buffer> =>
  (body as Readable | undefined) ?? Readable.from([]); // the parser above passes the stream through

async function* pieces(first: Buffer, read: (n: number) => Promise<Buffer | null>) {
  for (let n = 0, piece: Buffer | null = first; piece; piece = await read(++n)) yield piece;
}
