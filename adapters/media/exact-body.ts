import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** A body differs from its announcement in size or digest. */
export class WrongBody extends Error {
  override readonly name = 'WrongBody';
}

/**
 * Passes a body through if it has exactly this size and digest. Otherwise fails with `WrongBody` before the
 * last chunk, so the reader never gets a complete incorrect body.
 */
export function exactBody({ bytes, sha256 }: { readonly bytes: number; readonly sha256: string }): Transform {
  const digest = createHash('sha256');
  let received = 0;
  let last: Buffer | null = null;
  return new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      received += piece.length;
      if (received > bytes)
        return done(new WrongBody(`The body is larger than the announced ${bytes} bytes.`));
      digest.update(piece);
      if (last) this.push(last);
      last = piece;
      done();
    },
    flush(done: TransformCallback) {
      if (received < bytes) {
        return done(new WrongBody(`The body has only ${received} of the announced ${bytes} bytes.`));
      }
      if (digest.digest('hex') !== sha256)
        return done(new WrongBody("The body's SHA-256 digest differs from the announced one."));
      if (last) this.push(last);
      done();
    },
  });
}
