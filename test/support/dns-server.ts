import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode } from 'dns-packet';

/** A DNS server on loopback whose zone is set by a test. */
export interface DnsServer {
  /** Value for `DNS_SERVERS`. */
  readonly address: string;
  /** Sets a name's records; no values remove them. */
  readonly set: (name: string, type: 'TXT' | 'CNAME' | 'A' | 'AAAA', ...values: readonly string[]) => void;
  /** True to ignore every query. */
  silent: boolean;
  /** Queries that get no response although others do. */
  ignores: (name: string, type: string) => boolean;
  /** Every query so far, as `TYPE name`. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts the server. Names are case-insensitive; CNAME records are followed. */
export async function startDnsServer(): Promise<DnsServer> {
  const asked: string[] = [];
  const records = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  const keyOf = (name: string, type: string) => `${type} ${name.toLowerCase()}`;
  const answersOf = (name: string, type: string): Answer[] => {
    const [alias] = records.get(keyOf(name, 'CNAME')) ?? [];
    if (alias !== undefined && type !== 'CNAME')
      return [{ type: 'CNAME', name, data: alias }, ...answersOf(alias, type)];
    const values = records.get(keyOf(name, type)) ?? [];
    return values.map((data) => ({ type, name, ttl: 0, data }) as Answer); // TXT, CNAME, A and AAAA all have text
  };
  const server: DnsServer = {
    address: '',
    silent: false,
    ignores: () => false,
    asked,
    set(name, type, ...values) {
      if (values.length > 0) records.set(keyOf(name, type), values);
      else records.delete(keyOf(name, type));
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (question) asked.push(keyOf(question.name, question.type));
    if (server.silent || (question && server.ignores(question.name, question.type))) return;
    const answers = question ? answersOf(question.name, question.type) : [];
    const flags = answers.length > 0 ? 0 : 3; // NXDOMAIN
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return Object.assign(server, { address: `127.0.0.1:${socket.address().port}` });
}
