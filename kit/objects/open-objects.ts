import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { readS3Address } from './s3-address.ts';
import { openS3Store } from './s3-store.ts';

/** Where photos are kept: the bucket of `MEDIA_URL`, or a folder of `DATA_DIR`. Nothing is read or written before it is asked for. */
export const openObjects = ({ mediaUrl, dataDir }: Pick<Config, 'mediaUrl' | 'dataDir'>): ObjectStore =>
  mediaUrl === null ? openFolderStore(join(dataDir, 'media')) : openS3Store(readS3Address(mediaUrl));
