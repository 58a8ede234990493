import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** An S3 server that checks signatures, with one bucket, on a free port. */
export interface TestS3 {
  /** The bucket's `MEDIA_URL`; with another secret if given. */
  readonly url: (secret?: string) => string;
  readonly stop: () => Promise<void>;
}

/** The server's only key pair. */
const KEY = 'S3RVER';

export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-s3-'));
  const bucket = { name: 'photos', configs: [] };
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [bucket],
  });
  const { port } = await server.run();
  return {
    url: (secret = KEY) =>
      `s3://${KEY}:${secret}@photos/stays?endpoint=http://127.0.0.1:${port}&region=eu-central-1&path_style=1`,
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
