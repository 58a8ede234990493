import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { readS3Address } from './s3-address.ts';
import { openS3Store } from './s3-store.ts';

/** Opens the photo store: the bucket in `MEDIA_URL`, or a folder in `DATA_DIR`. Reads and writes only on use. */
export const openObjects = ({ mediaUrl, dataDir }: Pick<Config, 'mediaUrl' | 'dataDir'>): ObjectStore =>
  mediaUrl === null ? openFolderStore(join(dataDir, 'media')) : openS3Store(readS3Address(mediaUrl));
