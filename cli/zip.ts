import { deflateRawSync } from 'node:zlib';

/** Packs files as a zip, without dates, so that equal folders have equal zips. */
export function zipOf(files: ReadonlyMap<string, Uint8Array>): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const body = deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0); // version needed
    shared.writeUInt16LE(0x08_00, 2); // names in UTF-8
    shared.writeUInt16LE(8, 4); // deflated
    shared.writeUInt16LE(0x00_21, 8); // 1 January 1980
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(body.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), shared, name, body];
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, name);
    bodies.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** Computes a zip's checksum; `node:zlib` has it only since Node 20.15. */
function crc32(content: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of content) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
