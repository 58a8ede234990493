import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '#kit/config.ts';
import { readStages } from '../deploy/image/instructions.ts';
import { eventually } from './support/task-world.ts';

const read = (path: string) => readFileSync(path, 'utf8');

/** Settings from docs/reference/platform-settings.md, which match kit/config.ts. */
const SETTINGS = new Set(
  read('docs/reference/platform-settings.md')
    .match(/`[A-Z][A-Z0-9_]+`/g)
    ?.map((name) => name.slice(1, -1)),
);
const isSetting = (name: string) => SETTINGS.has(name) || /^SUBGRAPH_URL_[A-Z]+$/.test(name);

describe('the image', () => {
  const stages = readStages(read('deploy/Dockerfile'));
  const last = stages.at(-1)?.instructions ?? [];

  test('the image runs as an unprivileged user', () => {
    expect(last.findLast(({ name }) => name === 'USER')?.text).toBe('10001:10001');
  });

  test('the image copies the repository files that its commands run', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const file of ['server/start.js', 'server/programs/migrate.ts', 'package-lock.json']) {
      expect(existsSync(file)).toBe(true);
      expect(ignored).not.toContain(file.split('/')[0]);
    }
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.data', '**/node_modules']));
  });
});

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

describe('compose.yaml', () => {
  const compose: { services: Record<string, ComposeService> } = parse(read('deploy/compose.yaml'), {
    merge: true,
  });
  const ours = ['migrate', 'gateway-a', 'gateway-b', 'worker'];

  test("compose.yaml matches the Compose Specification's schema", () => {
    const schema = JSON.parse(read('test/fixtures/compose-spec.json'));
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const isValid = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
    expect([isValid(compose), isValid.errors]).toEqual([true, null]);
    expect(isValid({ services: { gateway: { imagee: 'platform' } } })).toBe(false);
  });

  test.each(ours)(
    'the compose service %s has a read-only root, no capabilities and only existing settings',
    (name) => {
      const { environment = {}, read_only, cap_drop } = compose.services[name] ?? {};
      expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
      expect(Object.keys(environment).filter((setting) => !isSetting(setting))).toEqual([]);
    },
  );

  test('compose.yaml starts with the filled-in settings from .env.example', () => {
    const given = Object.fromEntries(
      [...read('deploy/.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
        name,
        value || 'x'.repeat(40),
      ]),
    );
    for (const name of ours) {
      const environment = Object.entries(compose.services[name]?.environment ?? {}).map(
        ([setting, value]) => [
          setting,
          String(value).replaceAll(/\$\{(\w+)[^}]*\}/g, (_all, variable) => given[variable] ?? ''),
        ],
      );
      const config = readConfig({ NODE_ENV: 'production', ...Object.fromEntries(environment) });
      expect(config).toMatchObject({ production: true, publicOriginAuth: 'https://panel.example.com' });
    }
  });
});

describe('the systemd units', () => {
  const units = globSync('deploy/systemd/*.{service,timer}');
  const UNITS = units.map((path) => basename(path));
  const settingsIn = (text: string) => [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)];

  test('the systemd units run existing files of the repository as the unprivileged user', () => {
    const services = units.filter((path) => path.endsWith('.service'));
    expect(services).toHaveLength(4);
    for (const path of services) {
      const text = read(path);
      expect(text, path).toMatch(/^User=platform$/m);
      expect(text, path).toMatch(/^NoNewPrivileges=yes$/m);
      const command = /^ExecStart=(.+)$/m.exec(text)?.[1]?.split(' ') ?? [];
      const files = command.filter((word) => /[.](?:sh|ts|js)$/.test(word));
      expect(files, path).toHaveLength(1);
      for (const file of files) expect(existsSync(file.replace('/opt/platform/', '')), file).toBe(true);
    }
  });

  test('the systemd units start with the filled-in settings from platform.env.example', () => {
    const given = settingsIn(read('deploy/systemd/platform.env.example')).map(([, name = '', value = '']) => [
      name,
      value.replace(/^"(.*)"$/, '$1') || 'x'.repeat(40),
    ]);
    expect(
      given.map(([name]) => name).filter((name = '') => name !== 'NODE_ENV' && !isSetting(name)),
    ).toEqual([]);
    for (const [unit, port, metricsPort] of [
      ['platform-gateway@.service', 4001, 14_001],
      ['platform-worker.service', 4010, 14_010],
    ] as const) {
      const [, own = ''] = /^Environment=(.+)$/m.exec(read(`deploy/systemd/${unit}`)) ?? [];
      const ours = own
        .replaceAll('%i', '4001')
        .split(' ')
        .map((pair) => pair.split('='));
      const config = readConfig(Object.fromEntries([...given, ...ours]));
      expect(config).toMatchObject({ production: true, host: '127.0.0.1', port, metricsPort });
    }
  });

  const hasVerifier = existsSync('/usr/bin/systemd-analyze');
  if (!hasVerifier) process.stderr.write('The systemd units are not verified: install systemd.\n');

  test.runIf(hasVerifier)('systemd accepts the units', () => {
    const folder = mkdtempSync(join(tmpdir(), 'platform-units-'));
    try {
      const verify = (text: (path: string) => string) => {
        for (const path of units) writeFileSync(join(folder, basename(path)), text(path));
        const names = UNITS.map((name) => join(folder, name.replace('@.', '@4001.')));
        return spawnSync('systemd-analyze', ['verify', '--man=no', ...names], { encoding: 'utf8' }).stderr;
      };
      // The commands aren't in /opt here, and PostgreSQL's unit may be missing.
      const here = (path: string) =>
        read(path).replaceAll('/opt/platform', process.cwd()).replace(' postgresql.service', '');
      const complaints = (stderr: string) => stderr.split('\n').filter((line) => line.includes(folder));
      expect(complaints(verify(here))).toEqual([]);
      expect(complaints(verify((path) => here(path).replace('[Unit]', '[Unit]\nNoSuchKey=1')))).not.toEqual(
        [],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the settings for Patroni', () => {
  const { bootstrap } = parse(read('deploy/patroni/patroni.yml'));
  const { ttl, loop_wait, retry_timeout, synchronous_mode, primary_start_timeout } = bootstrap.dcs;

  test('a primary without etcd gives up before a replica can take over', () => {
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
  });

  test('a commit waits for a replica', () => {
    expect(synchronous_mode).toBe(true);
  });

  test('a replica takes over within 30 s', () => {
    expect(Math.max(ttl, primary_start_timeout) + loop_wait).toBeLessThan(30);
  });
});

describe('backup.sh', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'platform-backup-script-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Prepares a run of the script with stand-ins for PostgreSQL's programs, which log how they were called. */
  const prepare = (programs: Readonly<Record<string, string>>) => {
    const own = mkdtempSync(join(folder, 'run-'));
    const dumps = join(own, 'dumps');
    mkdirSync(dumps);
    const log = join(own, 'log');
    const usual = { pg_dump: DUMPING, pg_restore: '', psql: '' };
    for (const [name, body] of Object.entries({ ...usual, ...programs }))
      writeFileSync(join(own, name), `#!/bin/sh\necho "> $PGPASSWORD" "$@" >> '${log}'\n${body}\n`, {
        mode: 0o755,
      });
    const env = { PATH: `${own}:${process.env.PATH}`, BACKUP_DIR: dumps, BACKUP_KEEP: '2' };
    return { dumps, log, env };
  };
  const DUMPING =
    'for each; do case "$each" in --file=*) echo dump > "$(echo "$each" | cut -d= -f2)";; esac; done';
  const visible = (dumps: string) => readdirSync(dumps).filter((name) => !name.startsWith('.'));
  const OLD = ['platform-20200101.dump', 'platform-20200102.dump'];
  const DATABASE_URL = 'postgres://platform:it%27s%20100%25@db.example.com:5432/platform?sslmode=require';

  test.each([
    [DATABASE_URL, "it's 100%", 'postgres://platform@db.example.com:5432/platform?sslmode=require'],
    ['postgres://platform@127.0.0.1:5432/platform', '', 'postgres://platform@127.0.0.1:5432/platform'],
    ['postgres://a:b:c@/platform?host=/run', 'b:c', 'postgres://a@/platform?host=/run'],
  ])('backup.sh passes the password in %s only through the environment', (url, password, rest) => {
    const { log, env } = prepare({});
    const { status } = spawnSync('/bin/sh', ['deploy/backup.sh'], { env: { ...env, DATABASE_URL: url } });
    const [dump, restore, record] = read(log).split(/^> /m).slice(1);
    expect([status, dump]).toEqual([0, expect.stringMatching(new RegExp(`^${RegExp.escape(password)} --`))]);
    expect(dump).toMatch(new RegExp(` ${RegExp.escape(rest)}\n$`));
    expect(restore).toContain('--file=/dev/null');
    expect(record).toContain(` --dbname=${rest} `);
  });

  test('backup.sh deletes no dump if it fails to record the backup, however often it runs', () => {
    const { dumps, env } = prepare({ psql: 'exit 2' });
    for (const name of OLD) writeFileSync(join(dumps, name), '');
    const run = () => spawnSync('/bin/sh', ['deploy/backup.sh'], { env: { ...env, DATABASE_URL } }).status;
    expect([run(), run(), run()]).toEqual([2, 2, 2]);
    const today = expect.stringMatching(/^platform-\d{8}\.dump$/);
    expect(visible(dumps).sort()).toEqual([...OLD, today]);
  });

  /** Starts a backup that takes a minute; returns when its partial dump exists. */
  const startSlow = async ({ dumps, env }: ReturnType<typeof prepare>) => {
    writeFileSync(join(dumps, 'platform-20200101.dump.part'), '');
    const script = spawn('/bin/sh', ['deploy/backup.sh'], {
      env: { ...env, DATABASE_URL },
      detached: true,
      stdio: 'ignore',
    });
    const ended = once(script, 'exit');
    const names = await eventually(
      async () => visible(dumps),
      (found) => found.length > 0 && !found.includes('platform-20200101.dump.part'),
    );
    expect(names).toEqual([expect.stringMatching(/^platform-\d{8}\.dump\.part$/)]);
    return async () => {
      process.kill(-(script.pid ?? 0), 'SIGTERM'); // systemd signals every process of the unit
      return ended;
    };
  };
  const SLOW = { pg_dump: `${DUMPING}\nexec sleep 60` };

  test('backup.sh removes partial dumps when a signal ends it, and those of a killed run when it starts', async () => {
    const slow = prepare(SLOW);
    const stop = await startSlow(slow);
    expect(await stop()).toEqual([143, null]);
    expect(visible(slow.dumps)).toEqual([]);
  });

  test('backup.sh leaves the partial dump of a running backup alone', async () => {
    const slow = prepare(SLOW);
    const stop = await startSlow(slow);
    const before = visible(slow.dumps);
    const second = spawnSync('/bin/sh', ['deploy/backup.sh'], {
      env: { ...slow.env, DATABASE_URL },
      encoding: 'utf8',
    });
    expect([second.status, second.stderr]).toEqual([1, 'Another backup is running.\n']);
    expect(visible(slow.dumps)).toEqual(before);
    await stop();
  });
});

/** The manifests' kinds as Kubernetes' OpenAPI document defines them. */
const KINDS: Readonly<Record<string, new (json: never) => { validate: () => void }>> = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

function problemOf(manifest: Manifest): string | null {
  const Kind = KINDS[manifest.kind];
  if (!Kind) return `${manifest.kind} is no kind`;
  try {
    new Kind(manifest as never).validate();
    return null;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${error}`;
  }
}

/** kustomize breaks base64 into lines, which Kubernetes accepts but the schema doesn't. */
const joinLines = (key: unknown, value: unknown) =>
  key === 'data' && typeof value === 'object' ? mapValues(value as Record<string, string>) : value;
const mapValues = (data: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value.replaceAll('\n', '')]));

const manifestsIn = (text: string) =>
  parseAllDocuments(text).map(
    (document) => JSON.parse(JSON.stringify(document.toJS(), joinLines)) as Manifest,
  );

describe('Kubernetes manifests', () => {
  const files = globSync('deploy/kubernetes/*/*.yaml').filter((path) => !path.endsWith('kustomization.yaml'));

  test.each(files)("%s matches Kubernetes' schemas", (path) => {
    expect(manifestsIn(read(path)).map(problemOf).filter(Boolean)).toEqual([]);
  });

  test('the schemas reject an invalid manifest', () => {
    const wrong = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: { replicas: 'two' },
    };
    expect(problemOf(wrong as Manifest)).toMatch(/replicas/);
  });
});

const KUBECTL = ['/usr/bin/kubectl', '/usr/local/bin/kubectl'].find(existsSync) ?? null;
if (KUBECTL === null)
  process.stderr.write('Overlays of deploy/kubernetes are not built: install kubectl to test them.\n');

describe.skipIf(KUBECTL === null)('an overlay', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'platform-kustomize-'));
    cpSync('deploy/kubernetes', folder, { recursive: true });
    renameSync(join(folder, 'production/secrets.env.example'), join(folder, 'production/secrets.env'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['production', 'subgraphs'])(
    'the overlay %s builds valid manifests with existing settings',
    (overlay) => {
      const text = execFileSync(KUBECTL ?? '', ['kustomize', join(folder, overlay)], { encoding: 'utf8' });
      const manifests = manifestsIn(text);
      expect(manifests.map(problemOf).filter(Boolean)).toEqual([]);
      const settings = (kind: string) =>
        manifests.flatMap((manifest) =>
          manifest.kind === kind
            ? Object.entries((manifest as { data?: Record<string, string> }).data ?? {})
            : [],
        );
      const config = settings('ConfigMap');
      const secrets = settings('Secret').map(([name, value]) => [
        name,
        Buffer.from(value, 'base64').toString(),
      ]);
      expect([...config, ...secrets].map(([name]) => name ?? '').filter((name) => !isSetting(name))).toEqual(
        [],
      );
      const env = { NODE_ENV: 'production', ...Object.fromEntries([...config, ...secrets]), ROLE: 'gateway' };
      expect(readConfig(env)).toMatchObject({ subgraphs: overlay === 'subgraphs' ? 'remote' : 'local' });
    },
  );

  test("an overlay lets the platform's own processes reach subgraphs by their labels", () => {
    const text = execFileSync(KUBECTL ?? '', ['kustomize', join(folder, 'subgraphs')], { encoding: 'utf8' });
    const labels = manifestsIn(text)
      .filter(({ kind }) => kind === 'Deployment')
      .map((manifest) => (manifest as unknown as IDeployment).spec?.template.metadata?.labels);
    expect(labels).toHaveLength(7);
    for (const label of labels) expect(label).toMatchObject({ 'app.kubernetes.io/part-of': 'platform' });
  });
});
