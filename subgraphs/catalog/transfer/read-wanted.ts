import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { readFileOf } from '../store/transfers.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { readJson } from './read-json.ts';
import { type WantedFile, WrongFile } from './wanted.ts';

/** Reads the file of an import; throws `WrongFile` for one that is not what it should be. */
export async function readWanted(ctx: SubgraphContext, transfer: OpenTransfer): Promise<WantedFile> {
  const file = await readFileOf(statements(ctx), transfer.id);
  if (file.length === 0) throw new WrongFile('The file is empty.');
  return readJson(textOf(file));
}

function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch (error) {
    throw new WrongFile('The file is not text in UTF-8.', { cause: error });
  }
}
